(comment) @comment
(line_number_directive) @comment
(string) @string
(quoted_string) @string
(character) @string
(if_expression) @branch
(match_case) @branch
(while_expression) @branch
(for_expression) @branch
((infix_expression operator: (_) @branch)
  (#any-of? @branch "&&" "||"))
