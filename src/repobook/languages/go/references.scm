; Total(cart)    cart.Total()
(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (field_identifier) @reference.call))

; Map[int](items)    slices.Map[int](items)
(call_expression function: (index_expression operand: (identifier) @reference.call))
(call_expression
  function: (index_expression operand: (selector_expression field: (field_identifier) @reference.call)))
(call_expression function: (type_instantiation_expression type: (type_identifier) @reference.call))
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @reference.call
  (qualified_type name: (type_identifier) @reference.call)
]))

; type Cart struct { Base; *io.Reader }
(field_declaration
  !name
  type: [
    (type_identifier) @reference.base
    (qualified_type name: (type_identifier) @reference.base)
    (generic_type type: (type_identifier) @reference.base)
  ])

; type Priced interface { fmt.Stringer }
(interface_type
  (type_elem . [
    (type_identifier) @reference.base
    (qualified_type name: (type_identifier) @reference.base)
  ] .))

; item shop.Item    []Item    map[string]Item
(type_identifier) @reference.type
