; // a comment
(comment) @comment

; 'text'      "text $code"      <<<EOT      HTML around the code
[
  (string_content)
  (escape_sequence)
  (heredoc_start)
  (heredoc_end)
  (nowdoc_string)
  (text)
  (php_tag)
] @string

; what can go two ways
[
  (if_statement)
  (else_if_clause)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (case_statement)
  (catch_clause)
  (conditional_expression)
  (match_conditional_expression)
  (binary_expression operator: "&&")
  (binary_expression operator: "||")
  (binary_expression operator: "??")
  (binary_expression operator: "and")
  (binary_expression operator: "or")
  (binary_expression operator: "xor")
] @branch
