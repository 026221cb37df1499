(line_comment) @comment
(multiline_comment) @comment
(string_content) @string
(character_literal) @string
(if_expression) @branch
(when_entry . (when_condition)) @branch
(for_statement) @branch
(while_statement) @branch
(do_while_statement) @branch
(catch_block) @branch
(elvis_expression) @branch
(conjunction_expression) @branch
(disjunction_expression) @branch
