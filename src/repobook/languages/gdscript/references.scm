; total(cart)      cart.total()
(call . (identifier) @reference.call)
(attribute_call . (identifier) @reference.call)

; x: Cart      extends Node
(type (identifier) @reference.type)
(extends_statement (type (identifier) @reference.base))
