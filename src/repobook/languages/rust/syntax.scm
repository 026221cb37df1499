(line_comment) @comment
(block_comment) @comment
(string_literal) @string
(raw_string_literal) @string
(char_literal) @string
(lifetime) @string
(if_expression) @branch
(while_expression) @branch
(for_expression) @branch
(match_arm) @branch
(binary_expression operator: ["&&" "||"] @branch)
(let_chain "&&" @branch)
