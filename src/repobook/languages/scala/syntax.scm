(comment) @comment
(block_comment) @comment
(string) @string
(character_literal) @string
(interpolated_string) @string
(interpolation) @interpolation
(if_expression) @branch
(case_clause) @branch
(catch_clause pattern: (_)) @branch
(while_expression) @branch
(do_while_expression) @branch
(for_expression) @branch
(guard) @branch
((infix_expression operator: (operator_identifier) @branch)
  (#any-of? @branch "&&" "||"))
