; total(cart)      Shop.total(cart)      @time x
(call_expression . [
  (identifier) @reference.call
  (field_expression (identifier) @reference.call .)
])
(macro_identifier (identifier) @reference.call)

; x::Cart
(typed_expression (_) . (identifier) @reference.type)
(type_head (binary_expression (operator) . (identifier) @reference.base))
