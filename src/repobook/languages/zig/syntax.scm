(comment) @comment
(string) @string
(multiline_string) @string
(character) @string
(if_statement) @branch
(if_expression) @branch
(while_statement) @branch
(while_expression) @branch
(for_statement) @branch
(for_expression) @branch
(switch_case) @branch
(catch_expression) @branch
(binary_expression operator: ["and" "or" "orelse"] @branch)
