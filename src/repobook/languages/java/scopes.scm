; int total(Cart cart, Item... items)      cart -> cart.total()      (a, b) -> a
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)

; Cart cart = new Cart();      for (Cart cart : carts)      catch (IOException error)      try (Reader in = open())
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(catch_formal_parameter name: (identifier) @local)
(resource name: (identifier) @local)

; cart.total
(field_access field: (identifier) @reference.mention)

; { Cart cart; }      for (Cart cart : carts)      cart -> cart.total()      case 1: Cart cart;
[
  (block)
  (constructor_body)
  (for_statement)
  (enhanced_for_statement)
  (catch_clause)
  (try_with_resources_statement)
  (lambda_expression)
  (switch_block)
] @local.order
[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
] @local.function

; class Box<T>      <K> K key(T one)
(type_parameter . (type_identifier) @local.type)
