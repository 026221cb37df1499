; total(cart)    cart.total()    cart.total[Int]()
(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (identifier) @reference.call)
  (generic_function function: (identifier) @reference.call)
  (generic_function function: (field_expression field: (identifier) @reference.call))
])

; cart add item
(infix_expression operator: (identifier) @reference.call)

; new Cart(3)
(instance_expression [
  (type_identifier) @reference.call
  (stable_type_identifier (type_identifier) @reference.call)
  (generic_type type: (type_identifier) @reference.call)
  (generic_type type: (stable_type_identifier (type_identifier) @reference.call))
])

; class Cart extends Base(3) with Priced[Int]
(extends_clause [
  (type_identifier) @reference.base
  (stable_type_identifier (type_identifier) @reference.base)
  (generic_type type: (type_identifier) @reference.base)
  (generic_type type: (stable_type_identifier (type_identifier) @reference.base))
  (applied_constructor_type . (type_identifier) @reference.base)
  (applied_constructor_type . (generic_type type: (type_identifier) @reference.base))
])

; item: shop.Item    List[Item]
(type_identifier) @reference.type

; @tailrec    @deprecated("old")
(annotation name: [
  (type_identifier) @reference.decorator
  (stable_type_identifier (type_identifier) @reference.decorator)
  (generic_type type: (type_identifier) @reference.decorator)
])
