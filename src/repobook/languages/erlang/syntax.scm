(comment) @comment
(string) @string
(char) @string
(cr_clause) @branch
(if_clause) @branch
(catch_clause) @branch
