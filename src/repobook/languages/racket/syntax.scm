; ; a comment      #| block |#
[
  (comment)
  (block_comment)
  (sexp_comment)
] @comment

; "text"      #lang
[
  (string)
  (here_string)
  (regex)
  (byte_string)
  (extension)
] @string
