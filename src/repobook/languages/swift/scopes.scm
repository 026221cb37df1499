; func total(of cart: Cart)      { cart in cart.total }
(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local)

; let cart = Cart()      for item in items      if let first = items.first
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local))
(for_statement item: (pattern bound_identifier: (simple_identifier) @local))

; cart.total
(navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.mention))

; if open { let cart = 1 }      for cart in carts { }      { cart in cart.total }      case .some(let cart):
[
  (if_statement)
  (for_statement)
  (while_statement)
  (repeat_while_statement)
  (do_statement)
  (catch_block)
  (lambda_literal)
  (switch_entry)
] @local.order
[
  (function_declaration)
  (init_declaration)
  (subscript_declaration)
  (computed_getter)
  (computed_setter)
] @local.function

; class Box<T>      func key<K>(one: K)      associatedtype Element
(type_parameter . (type_identifier) @local.type)
