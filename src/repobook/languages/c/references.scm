; total(cart)
(call_expression function: (identifier) @reference.call)

; cart->free(cart)
(call_expression function: (field_expression field: (field_identifier) @reference.call))

; item *first;        (item *) pointer        sizeof(item)
(_ type: (type_identifier) @reference.type)

; struct item *first;
(_ type: (struct_specifier name: (type_identifier) @reference.type !body))
(_ type: (union_specifier name: (type_identifier) @reference.type !body))
(_ type: (enum_specifier name: (type_identifier) @reference.type !body))
