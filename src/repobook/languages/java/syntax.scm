(line_comment) @comment
(block_comment) @comment
(string_fragment) @string
(multiline_string_fragment) @string
(escape_sequence) @string
(character_literal) @string
(if_statement) @branch
(for_statement) @branch
(enhanced_for_statement) @branch
(while_statement) @branch
(do_statement) @branch
(switch_label "case") @branch
(catch_clause) @branch
(ternary_expression) @branch
(binary_expression operator: ["&&" "||"] @branch)
