; func total(of cart: Cart)      { cart in cart.total }
(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local)

; let cart = Cart()      for item in items      if let first = items.first
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local))
(for_statement item: (pattern bound_identifier: (simple_identifier) @local))

; cart.total
(navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.mention))
