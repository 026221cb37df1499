; def total(cart: Cart)      cart => cart.total      (a: Int, b: Int) => a
(parameter name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(binding name: (identifier) @local)

; val cart = new Cart      for (item <- items)      case item: Item =>
(val_definition pattern: (identifier) @local)
(var_definition pattern: (identifier) @local)
(enumerator . (identifier) @local)
(typed_pattern pattern: (identifier) @local)

; cart.total
(field_expression field: (identifier) @reference.mention)

; { val cart = 1 }      for (cart <- carts)      cart => cart.total      case cart: Cart =>
[
  (block)
  (indented_block)
  (for_expression)
  (lambda_expression)
  (case_clause)
] @local.block
[
  (function_definition)
  (function_declaration)
] @local.function

; class Box[T, +F[_]]      def map[V](f: T => V)
(type_parameters name: (identifier) @local.type)
(covariant_type_parameter name: (identifier) @local.type)
(contravariant_type_parameter name: (identifier) @local.type)
