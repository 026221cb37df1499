(comment) @comment
(string) @string
(if_statement) @branch
(for_statement) @branch
(while_statement) @branch
(do_while_statement) @branch
(catch_clause) @branch
(ternary_expression) @branch
(binary_expression operator: ["&&" "||"] @branch)
