(comment) @comment
(string_content) @string
(raw_string_content) @string
(character) @string
(system_lib_string) @string
(if_statement) @branch
(for_statement) @branch
(for_range_loop) @branch
(while_statement) @branch
(do_statement) @branch
(case_statement value: (_)) @branch
(catch_clause) @branch
(conditional_expression) @branch
(binary_expression operator: "&&") @branch
(binary_expression operator: "||") @branch
(binary_expression operator: "and") @branch
(binary_expression operator: "or") @branch

; public:
(field_declaration_list (access_specifier) @access)
(preproc_if (access_specifier) @access)
(preproc_ifdef (access_specifier) @access)

; namespace { ... }
(namespace_definition !name) @private

; template <class T> ...
(template_declaration) @wrapper

; friend bool operator==(A a, A b) { ... }
(friend_declaration) @wrapper

; #if defined(A) ... #elif B ... #else ... #endif
(preproc_if) @condition
(preproc_ifdef) @condition
(preproc_else) @alternative
(preproc_elif) @alternative
(preproc_elifdef) @alternative
