; fun total(cart: Cart)      { cart: Cart -> cart.total }      val cart = Cart()
(parameter (simple_identifier) @local)
(lambda_parameters (variable_declaration (simple_identifier) @local))
(property_declaration (variable_declaration (simple_identifier) @local))
(for_statement (variable_declaration (simple_identifier) @local))
(multi_variable_declaration (variable_declaration (simple_identifier) @local))
(catch_block (simple_identifier) @local)

; cart.total
(navigation_expression (navigation_suffix (simple_identifier) @reference.mention))
