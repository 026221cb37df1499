(comment) @comment
(string) @string
((opcode) @branch
  (#match? @branch "^if-"))
