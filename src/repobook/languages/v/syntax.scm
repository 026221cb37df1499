(comment) @comment
(interpreted_string_literal) @string
(raw_string_literal) @string
(c_string_literal) @string
(rune_literal) @string
(string_interpolation) @interpolation
(if_expression) @branch
(for_statement) @branch
