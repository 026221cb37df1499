(comment) @comment
(string_literal) @string
(character_literal) @string
(if) @branch
(elsif) @branch
(case_statement_alternative) @branch
(loop_statement) @branch
