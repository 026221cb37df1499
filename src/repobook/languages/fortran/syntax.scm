(comment) @comment
(string_literal) @string
(if_statement) @branch
(elseif_clause) @branch
(do_loop_statement) @branch
(case_statement) @branch
(logical_expression) @branch
