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
