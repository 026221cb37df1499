; total(1)
(call_expression function: (identifier) @reference.call)

; item: Item
(type (identifier) @reference.type)
