; func (c *Cart) Total(rest int, names ...string) (sum int)
(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)

; cart := &Cart{}      var cart Cart      for i, item := range items
(short_var_declaration left: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(range_clause left: (expression_list (identifier) @local))

; switch cart := thing.(type)      case cart := <-carts
(type_switch_statement alias: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))

; cart.Total      shop.Limit
(selector_expression field: (field_identifier) @reference.mention)

; each(total)      sum := total      return total      []Rule{total}      map[string]Rule{"a": total}
(argument_list (identifier) @reference.mention)
(short_var_declaration right: (expression_list (identifier) @reference.mention))
(assignment_statement right: (expression_list (identifier) @reference.mention))
(var_spec value: (expression_list (identifier) @reference.mention))
(return_statement (expression_list (identifier) @reference.mention))
(literal_value (literal_element (identifier) @reference.mention))
(keyed_element value: (literal_element (identifier) @reference.mention))

; if cart := open(); cart != nil { }      for i := range carts { }      case 1: cart := open()      func(cart Cart) int
[
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (select_statement)
  (expression_case)
  (type_case)
  (default_case)
  (communication_case)
  (function_type)
] @local.block
[
  (function_declaration)
  (method_declaration)
  (func_literal)
] @local.function

; cart := cart.Parent      var cart = open(cart)
[
  (short_var_declaration)
  (var_spec)
  (range_clause)
  (receive_statement)
] @local.after

; type Box[T any] struct      func Key[K comparable](one K)      func (b Box[T]) Take() T
(type_parameter_declaration name: (identifier) @local.type)
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.type)))
  (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.type))))
])))
