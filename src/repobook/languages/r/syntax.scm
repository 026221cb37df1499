; # a comment
(comment) @comment

; "text"
[
  (string_content)
  (escape_sequence)
] @string

; what can go two ways
[
  (if_statement)
  (for_statement)
  (while_statement)
  (repeat_statement)
  (binary_operator operator: "&&")
  (binary_operator operator: "||")
] @branch
