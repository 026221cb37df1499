; total(cart)      cart.total()      cart?.total()
(call_expression function: [
  (identifier) @reference.call
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call)
])

; new Cart()      new shop.Cart()
(new_expression constructor: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)
])

; class Cart extends shop.Base      class Cart extends mixin(Base)
(class_heritage [
  (identifier) @reference.base
  (member_expression property: (property_identifier) @reference.base)
  (call_expression arguments: (arguments (identifier) @reference.base))
])

; <Cart item={item} />      <shop.Cart>
((jsx_opening_element name: (identifier) @reference.call)
  (#match? @reference.call "^[A-Z]"))
((jsx_self_closing_element name: (identifier) @reference.call)
  (#match? @reference.call "^[A-Z]"))
(jsx_opening_element name: (member_expression property: (property_identifier) @reference.call))
(jsx_self_closing_element name: (member_expression property: (property_identifier) @reference.call))

; error instanceof NotFound
(binary_expression
  "instanceof"
  right: [
    (identifier) @reference.type
    (member_expression property: (property_identifier) @reference.type)
  ])

; @logged      @route("/cart")
(decorator [
  (identifier) @reference.decorator
  (member_expression property: (property_identifier) @reference.decorator)
  (call_expression function: (identifier) @reference.decorator)
  (call_expression function: (member_expression property: (property_identifier) @reference.decorator))
])
