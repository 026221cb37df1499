; module Shop
(module_definition
  name: (identifier) @name
  .
  [(_) "end"] @body) @definition.module

; function total(cart::Cart) … end      f(x)::T where T
(function_definition
  (signature [
    (call_expression . [
      (identifier) @name
      (operator) @name
      (field_expression (identifier) @name .)
      (field_expression (quote_expression (_) @name))
      (parametrized_type_expression . (identifier) @name)
      (interpolation_expression) @name
    ])
    (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
    (where_expression . [
      (call_expression . [
        (identifier) @name
        (operator) @name
        (field_expression (identifier) @name .)
        (field_expression (quote_expression (_) @name))
        (parametrized_type_expression . (identifier) @name)
      ])
      (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
    ])
    (identifier) @name
  ])
  .
  [(_) "end"] @body) @definition.function

; total(cart) = cart.sum      Base.show(io, cart) = 1
(assignment
  . [
    (call_expression . [
      (identifier) @name
      (operator) @name
      (field_expression (identifier) @name .)
      (field_expression (quote_expression (_) @name))
      (parametrized_type_expression . (identifier) @name)
    ])
    (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
    (where_expression . [
      (call_expression . [(identifier) @name (field_expression (identifier) @name .)])
      (typed_expression . (call_expression . (identifier) @name))
    ])
  ]
  (operator)
  (_) @body) @definition.function

; macro twice(x) … end
(macro_definition
  (signature (call_expression . (identifier) @name))
  .
  [(_) "end"] @body) @definition.macro

; struct Point{T} <: Shape … end      abstract type Shape end
(struct_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))
  ])
  .
  [(_) "end"] @body) @definition.struct
(abstract_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))
  ])) @definition.type
(primitive_definition
  (type_head [
    (identifier) @name
    (binary_expression . (identifier) @name)
  ])) @definition.type

; struct Point x::Int end
(struct_definition (typed_expression . (identifier) @name) @definition.field)
(struct_definition (identifier) @name @definition.field)

; @enum Color red green
(macrocall_expression
  (macro_identifier (identifier) @_enum)
  (macro_argument_list . (identifier) @name)
  (#eq? @_enum "enum")) @definition.enum

; const LIMIT = 3      limit = 3
(const_statement
  (assignment
    . (identifier) @name
    (operator)
    (_) @value)) @definition.constant
(source_file (assignment . (identifier) @name (operator) (_) @value) @definition.variable)
(module_definition (assignment . (identifier) @name (operator) (_) @value) @definition.variable)
