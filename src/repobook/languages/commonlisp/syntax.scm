; ; a comment
[
  (comment)
  (block_comment)
] @comment

; "text"
[
  (str_lit)
  (char_lit)
] @string
