; // a comment      #!/usr/bin/env node
[
  (comment)
  (html_comment)
  (hash_bang_line)
] @comment

; "text"      `text ${code}`      /pattern/g
[
  (string_fragment)
  (escape_sequence)
  (regex)
] @string

; what can go two ways
[
  (if_statement)
  (for_statement)
  (for_in_statement)
  (while_statement)
  (do_statement)
  (switch_case)
  (catch_clause)
  (ternary_expression)
  (binary_expression operator: "&&")
  (binary_expression operator: "||")
  (binary_expression operator: "??")
] @branch
