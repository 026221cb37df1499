; total(cart)      cart$total()      shop::total()
(call function: [
  (identifier) @reference.call
  (extract_operator rhs: (identifier) @reference.call)
  (namespace_operator rhs: (identifier) @reference.call)
])
