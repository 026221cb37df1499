; ; a comment      #| block |#
[
  (comment)
  (block_comment)
] @comment

; "text"
[
  (string)
  (character)
] @string
