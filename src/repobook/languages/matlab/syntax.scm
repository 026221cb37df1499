; % a comment
(comment) @comment

; 'text'
(string_content) @string

; what can go two ways
[
  (if_statement)
  (elseif_clause)
  (for_statement)
  (while_statement)
  (case_clause)
  (catch_clause)
  (boolean_operator)
] @branch
