; cart.total(1)      total 1
(call method: [(identifier) (constant)] @reference.call)

; class Cart < Shop::Base
(superclass [
  (constant) @reference.base
  (scope_resolution name: (constant) @reference.base)
])

; include Enumerable      extend Shop::Priced
(call
  !receiver
  method: (identifier) @_include
  arguments: (argument_list [
    (constant) @reference.base
    (scope_resolution name: (constant) @reference.base)
  ])
  (#any-of? @_include "include" "extend" "prepend" "include_context"))

; Cart.new      rescue Shop::Empty
(constant) @reference.type
