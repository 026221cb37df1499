(comment) @comment
(string_literal) @string
(verbatim_string_literal) @string
(raw_string_literal) @string
(character_literal) @string
(interpolated_string_expression (string_content) @string)
(interpolated_string_expression (escape_sequence) @string)
(interpolation_format_clause) @string
(preproc_region content: (_) @string)
(preproc_endregion content: (_) @string)
(if_statement) @branch
(for_statement) @branch
(foreach_statement) @branch
(while_statement) @branch
(do_statement) @branch
(switch_section "case") @branch
(switch_expression_arm) @branch
(catch_clause) @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||" "??"] @branch)

; #if DEBUG … #elif TEST … #else … #endif
(preproc_if) @condition
(preproc_else) @alternative
(preproc_elif) @alternative
