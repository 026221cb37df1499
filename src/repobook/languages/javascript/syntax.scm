; // a comment      #!/usr/bin/env node
[
  (comment)
  (html_comment)
  (hash_bang_line)
] @comment

; "text"      `text ${code}`      /pattern/g      <b>text</b>
[
  (string_fragment)
  (escape_sequence)
  (regex)
  (jsx_text)
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
