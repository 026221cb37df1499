; fn total(cart: &Cart)      |cart| cart.total()
(parameter pattern: (identifier) @local)
(parameter pattern: (mut_pattern (identifier) @local))
(closure_parameters (identifier) @local)

; let cart = Cart::new();      let (a, b) = pair;      for item in items      if let Some(item) = first
(let_declaration pattern: (identifier) @local)
(let_declaration pattern: (mut_pattern (identifier) @local))
(tuple_pattern (identifier) @local)
(for_expression pattern: (identifier) @local)
(tuple_struct_pattern (identifier) @local)
(match_pattern (identifier) @local)

; cart.total
(field_expression field: (field_identifier) @reference.mention)
