; # a comment
(comment) @comment

; "text"      f"{value!r:>10} text"
(string) @string
(interpolation) @interpolation
(type_conversion) @string
((format_specifier) @string (#not-match? @string "[{]"))

; what can go two ways
[
  (if_statement)
  (elif_clause)
  (for_statement)
  (while_statement)
  (except_clause)
  (conditional_expression)
  (boolean_operator)
  (case_clause)
  (for_in_clause)
  (if_clause)
  (assert_statement)
] @branch
