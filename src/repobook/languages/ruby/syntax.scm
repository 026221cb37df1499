; # a comment
(comment) @comment

; "text #{code}"      /pattern/      %w[a b]      <<~EOS … EOS
[
  (string_content)
  (escape_sequence)
  (heredoc_content)
  (heredoc_beginning)
  (heredoc_end)
  (character)
  (uninterpreted)
] @string
(string_array "%w(" @string)
(symbol_array "%i(" @string)
(regex "/" @string)

; what can go two ways
[
  (if)
  (elsif)
  (unless)
  (while)
  (until)
  (for)
  (when)
  (in_clause)
  (rescue)
  (conditional)
  (if_modifier)
  (unless_modifier)
  (while_modifier)
  (until_modifier)
  (rescue_modifier)
  (binary operator: "&&")
  (binary operator: "||")
  (binary operator: "and")
  (binary operator: "or")
] @branch
