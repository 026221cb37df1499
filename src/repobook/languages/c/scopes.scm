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

; cart.total      cart->total
(field_expression field: (field_identifier) @reference.mention)

; { Cart cart; }      for (int i = 0; i < 3; i++)
[
  (compound_statement)
  (for_statement)
] @local.order
(function_definition) @local.function
