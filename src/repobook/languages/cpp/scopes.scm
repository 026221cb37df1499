; int total(Cart cart, const Cart &other, Cart *rest, int count = 0)
([
  (parameter_declaration declarator: [
    (identifier) @local
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (reference_declarator [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (array_declarator declarator: (identifier) @local)
  ])
  (optional_parameter_declaration declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ])
])

; Cart cart;      Cart *cart = open();      auto &cart = carts[0];
(declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
  (reference_declarator (identifier) @local)
  (array_declarator declarator: (identifier) @local)
  (init_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (reference_declarator (identifier) @local)
    (array_declarator declarator: (identifier) @local)
    (structured_binding_declarator (identifier) @local)
    (reference_declarator (structured_binding_declarator (identifier) @local))
  ])
])

; for (const Cart &cart : carts)
(for_range_loop declarator: [
  (identifier) @local
  (reference_declarator [(identifier) @local (structured_binding_declarator (identifier) @local)])
  (pointer_declarator declarator: (identifier) @local)
  (structured_binding_declarator (identifier) @local)
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

; template <typename T, class Key>
(type_parameter_declaration (type_identifier) @local)
(optional_type_parameter_declaration name: (type_identifier) @local)

; Cart::total
(qualified_identifier scope: (namespace_identifier) @reference.scope)
