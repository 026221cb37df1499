(line_comment) @comment
(block_comment) @comment
(regular_string_part) @string
(string_escape) @string
(char_constant_expr) @string
(if_else_expr) @branch
(case_of_branch) @branch
((operator_identifier) @branch
  (#any-of? @branch "&&" "||"))
