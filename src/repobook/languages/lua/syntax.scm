; -- a comment
[
  (comment)
  (hash_bang_line)
] @comment

; "text"      [[text]]
[
  (string_content)
  (escape_sequence)
] @string

; what can go two ways
[
  (if_statement)
  (elseif_statement)
  (for_statement)
  (while_statement)
  (repeat_statement)
  (binary_expression "and")
  (binary_expression "or")
] @branch
