; # a comment      #= block =#
[
  (line_comment)
  (block_comment)
] @comment

; "text $code"
[
  (content)
  (character_literal)
] @string

; what can go two ways
[
  (if_statement)
  (elseif_clause)
  (for_statement)
  (while_statement)
  (catch_clause)
  (ternary_expression)
] @branch

; "Return the sum."      before a definition
((string_literal) @comment
  .
  [
    (function_definition)
    (macro_definition)
    (struct_definition)
    (abstract_definition)
    (module_definition)
    (const_statement)
    (assignment)
    (macrocall_expression)
  ])
