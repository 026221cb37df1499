; int total(Cart *cart, const char *names[])
(parameter_declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
  (array_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
])

; Cart cart;      Cart *cart = open();
(declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
  (array_declarator declarator: (identifier) @local)
  (init_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (array_declarator declarator: (identifier) @local)
  ])
])

; int (*compare)(int)      int (*compare)(int) = 0;      int (*tables[3])(int)
(parameter_declaration declarator: (function_declarator declarator: [
  (identifier) @local
  (parenthesized_declarator (pointer_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (array_declarator declarator: (identifier) @local)
  ]))
]))
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
  (identifier) @local
  (pointer_declarator declarator: (identifier) @local)
  (array_declarator declarator: (identifier) @local)
]))))
(declaration declarator: (init_declarator declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (array_declarator declarator: (identifier) @local)
  ])))))

; goto done;      done:
(statement_identifier) @label

; cart.total      cart->total
(field_expression field: (field_identifier) @reference.mention)

; { Cart cart; }      for (int i = 0; i < 3; i++)
[
  (compound_statement)
  (for_statement)
] @local.order
(function_definition) @local.function
