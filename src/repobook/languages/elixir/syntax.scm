(comment) @comment
(quoted_content) @string
(charlist (quoted_content) @string)
(sigil (quoted_content) @string)
(stab_clause) @branch
((call target: (identifier) @branch)
  (#any-of? @branch "if" "unless" "for" "while"))
(binary_operator operator: ["and" "or" "&&" "||"] @branch)
