(comment) @comment
(string_content) @string
(character) @string
(system_lib_string) @string
(if_statement) @branch
(for_statement) @branch
(while_statement) @branch
(do_statement) @branch
(case_statement value: (_)) @branch
(conditional_expression) @branch
(binary_expression operator: "&&") @branch
(binary_expression operator: "||") @branch

; #if defined(A) ... #elif B ... #else ... #endif
(preproc_if) @condition
(preproc_ifdef) @condition
(preproc_else) @alternative
(preproc_elif) @alternative
(preproc_elifdef) @alternative
