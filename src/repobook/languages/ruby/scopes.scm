; def total(cart, rest = 1, *others, key:, &block)      { |item| item.price }
(method_parameters [
  (identifier) @local
  (optional_parameter name: (identifier) @local)
  (splat_parameter name: (identifier) @local)
  (hash_splat_parameter name: (identifier) @local)
  (keyword_parameter name: (identifier) @local)
  (block_parameter name: (identifier) @local)
])
(block_parameters [
  (identifier) @local
  (optional_parameter name: (identifier) @local)
  (destructured_parameter (identifier) @local)
])

; cart = Cart.new      a, b = pair      rescue Error => error
(assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(exception_variable (identifier) @local)

; carts.each { |cart| cart.total }
[
  (block)
  (do_block)
  (lambda)
] @local.block
[
  (method)
  (singleton_method)
] @local.function
