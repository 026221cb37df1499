; func (c *Cart) Total(rest int, names ...string) (sum int)
(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)

; cart := &Cart{}      var cart Cart      for i, item := range items
(short_var_declaration left: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(range_clause left: (expression_list (identifier) @local))

; cart.Total      shop.Limit
(selector_expression field: (field_identifier) @reference.mention)
