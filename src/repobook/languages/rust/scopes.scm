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

; { let cart = 1; }      if let Some(cart) = first { }      match cart { cart => 1 }      |cart| cart.total()
[
  (block)
  (closure_expression)
  (match_arm)
  (if_expression)
  (while_expression)
  (function_type)
  (function_signature_item)
] @local.block
(function_item) @local.function

; for cart in cart.items
(for_expression) @local.loop
(for_expression value: (_) @local.value)

; let cart = cart.parent();
[
  (let_declaration)
  (let_condition)
] @local.after

; struct Box<T>      fn key<K>(one: K)      impl<T, const N: usize> Box<T>
(type_parameter name: (type_identifier) @local.type)
(const_parameter name: (identifier) @local.type)
