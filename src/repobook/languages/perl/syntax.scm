; # a comment      =pod … =cut
[
  (comment)
  (pod)
] @comment

; 'text'      "text $code"
[
  (string_content)
  (data_section)
  (heredoc_content)
] @string
(string_content [
  (scalar)
  (array)
] @interpolation)

; what can go two ways
[
  (conditional_statement)
  (elsif)
  (for_statement)
  (cstyle_for_statement)
  (loop_statement)
  (conditional_expression)
  (postfix_conditional_expression)
  (postfix_loop_expression)
  (postfix_for_expression)
  (binary_expression operator: "&&")
  (binary_expression operator: "||")
  (lowprec_logical_expression)
] @branch
