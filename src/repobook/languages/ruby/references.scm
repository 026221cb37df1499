; cart.total(1)      total 1
(call method: [(identifier) (constant)] @reference.call)

; class Cart < Shop::Base
(superclass [
  (constant) @reference.base
  (scope_resolution name: (constant) @reference.base)
])

; include Enumerable      in the body of a class or module: elsewhere, nobody says whose it is
(class
  body: (body_statement
    (call
      !receiver
      method: (identifier) @_include
      arguments: (argument_list [
        (constant) @reference.base
        (scope_resolution name: (constant) @reference.base)
      ])
      (#any-of? @_include "include" "extend" "prepend" "include_context"))))
(module
  body: (body_statement
    (call
      !receiver
      method: (identifier) @_include
      arguments: (argument_list [
        (constant) @reference.base
        (scope_resolution name: (constant) @reference.base)
      ])
      (#any-of? @_include "include" "extend" "prepend" "include_context"))))
(singleton_class
  body: (body_statement
    (call
      !receiver
      method: (identifier) @_include
      arguments: (argument_list [
        (constant) @reference.base
        (scope_resolution name: (constant) @reference.base)
      ])
      (#any-of? @_include "include" "extend" "prepend" "include_context"))))
; extend Shop::Priced if shared
(class
  body: (body_statement
    (_
      body: (call
        !receiver
        method: (identifier) @_include
        arguments: (argument_list [
          (constant) @reference.base
          (scope_resolution name: (constant) @reference.base)
        ])
        (#any-of? @_include "include" "extend" "prepend" "include_context")))))
(module
  body: (body_statement
    (_
      body: (call
        !receiver
        method: (identifier) @_include
        arguments: (argument_list [
          (constant) @reference.base
          (scope_resolution name: (constant) @reference.base)
        ])
        (#any-of? @_include "include" "extend" "prepend" "include_context")))))
; Point = Struct.new(:x) do include Comparable end
(assignment
  right: (call
    receiver: (constant) @_maker
    block: (_
      body: (_
        (call
          !receiver
          method: (identifier) @_include
          arguments: (argument_list [
            (constant) @reference.base
            (scope_resolution name: (constant) @reference.base)
          ])
          (#any-of? @_include "include" "extend" "prepend" "include_context"))))
    (#any-of? @_maker "Struct" "Class" "Data" "Module")))

; Cart.new      rescue Shop::Empty
(constant) @reference.type
