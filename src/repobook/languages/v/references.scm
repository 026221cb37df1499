; total(1)        cart.total()
(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (_) @reference.call))

; item Item
(type_identifier) @reference.type
