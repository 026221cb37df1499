(comment) @comment
(string_literal) @string
(character_literal) @string
(if_statement) @branch
(elsif_statement_item) @branch
(case_statement_alternative) @branch
(loop_statement) @branch
(exception_handler) @branch
