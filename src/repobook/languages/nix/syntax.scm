; # a comment
(comment) @comment

; "text ${code}"      ./path
[
  (string_fragment)
  (escape_sequence)
  (path_fragment)
  (spath_expression)
  (uri_expression)
] @string

; what can go two ways
(if_expression) @branch
