; # a comment
(comment) @comment

; "text"
[
  (string)
  (string_name)
  (node_path)
] @string

; what can go two ways
[
  (if_statement)
  (elif_clause)
  (for_statement)
  (while_statement)
  (pattern_section)
  (conditional_expression)
] @branch
