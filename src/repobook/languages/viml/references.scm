; Total(cart)      s:Total(cart)
(call_expression function: [
  (identifier) @reference.call
  (scoped_identifier (identifier) @reference.call)
  (field_expression field: (identifier) @reference.call)
])
