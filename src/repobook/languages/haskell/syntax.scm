(comment) @comment
(haddock) @comment
(pragma) @string
(string) @string
(char) @string
(conditional) @branch
(alternative) @branch
(guards) @branch
((operator) @branch
  (#any-of? @branch "&&" "||"))
