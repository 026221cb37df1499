; class Cart : Base
(base_class (identifier) @reference.base)

; total(cart)
(call_expression . (identifier) @reference.call)
(call_expression . (property_expression (identifier) @reference.call .))

; Item item
(type (identifier) @reference.type)
