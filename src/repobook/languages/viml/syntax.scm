; " a comment
(comment) @comment

; 'text'
(string_literal) @string

; what can go two ways
[
  (if_statement)
  (elseif_statement)
  (for_loop)
  (while_loop)
  (catch_statement)
  (ternary_expression)
] @branch
