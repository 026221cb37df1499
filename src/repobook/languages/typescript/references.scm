; total(cart)      cart.total()      cart?.total()
(call_expression function: [
  (identifier) @reference.call
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call)
  (non_null_expression (member_expression property: (property_identifier) @reference.call))
  (instantiation_expression (identifier) @reference.call)
])

; new Cart()      new shop.Cart()
(new_expression constructor: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)
])

; class Cart extends shop.Base<Item>      class Cart extends mixin(Base)
(extends_clause value: [
  (identifier) @reference.base
  (member_expression property: (property_identifier) @reference.base)
  (call_expression arguments: (arguments (identifier) @reference.base))
])

; class Cart implements Priced, shop.Listed<Item>      interface Cart extends Priced
(implements_clause [
  (type_identifier) @reference.base
  (nested_type_identifier name: (type_identifier) @reference.base)
  (generic_type name: (type_identifier) @reference.base)
  (generic_type name: (nested_type_identifier name: (type_identifier) @reference.base))
])
(extends_type_clause [
  (type_identifier) @reference.base
  (nested_type_identifier name: (type_identifier) @reference.base)
  (generic_type name: (type_identifier) @reference.base)
  (generic_type name: (nested_type_identifier name: (type_identifier) @reference.base))
])

; let cart: Cart
(type_identifier) @reference.type

; error instanceof NotFound
(binary_expression
  "instanceof"
  right: [
    (identifier) @reference.type
    (member_expression property: (property_identifier) @reference.type)
  ])

; @Injectable()      @logged
(decorator [
  (identifier) @reference.decorator
  (member_expression property: (property_identifier) @reference.decorator)
  (call_expression function: (identifier) @reference.decorator)
  (call_expression function: (member_expression property: (property_identifier) @reference.decorator))
])
