; # a comment
(comment) @comment

; 'text'      "text $code"      -x
[
  (single_quote_string)
  (double_quote_string)
  (escape_sequence)
] @string
(double_quote_string [
  (variable_expansion)
  (command_substitution)
] @interpolation)
((word) @string (#match? @string "^-"))

; what can go two ways
[
  (if_statement)
  (else_if_clause)
  (for_statement)
  (while_statement)
  (case_clause)
  (conditional_execution)
] @branch
