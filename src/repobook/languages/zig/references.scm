; total(items)    cart.total()
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression member: (identifier) @reference.call))

; item: Item
(parameter type: (identifier) @reference.type)
(container_field type: (identifier) @reference.type)
(function_declaration type: (identifier) @reference.type)
(pointer_type (identifier) @reference.type)
(slice_type (identifier) @reference.type)
