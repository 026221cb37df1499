; function total(cart, ...)      local cart = Cart.new()      for key, item in pairs(items)
(parameters name: (identifier) @local)
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(variable_declaration (variable_list name: (identifier) @local))
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)

; cart.total
(dot_index_expression field: (identifier) @reference.mention)
