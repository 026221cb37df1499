; # a comment
(comment) @comment

; "text $code"      'text'      <<EOF … EOF      -x
[
  (string_content)
  (raw_string)
  (ansi_c_string)
  (heredoc_body)
  (heredoc_start)
  (heredoc_end)
  (regex)
  (test_operator)
] @string
(heredoc_body [
  (simple_expansion)
  (expansion)
  (command_substitution)
] @interpolation)
((word) @string (#match? @string "^-"))

; what can go two ways
[
  (if_statement)
  (elif_clause)
  (for_statement)
  (c_style_for_statement)
  (while_statement)
  (case_item)
  (list "&&")
  (list "||")
  (binary_expression operator: "&&")
  (binary_expression operator: "||")
  (ternary_expression)
] @branch
