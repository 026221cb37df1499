; ; a comment
(comment) @comment

; "text"
[
  (string)
  (char)
] @string
