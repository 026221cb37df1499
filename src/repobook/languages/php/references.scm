; total($cart)      \Shop\total($cart)      namespace\total($cart)
(function_call_expression function: [
  (name) @reference.call
  (qualified_name (name) @reference.call)
  (relative_name (name) @reference.call)
])

; $cart->total()      $cart?->total()      Cart::build()
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression
  scope: [
    (name) @reference.type
    (qualified_name (name) @reference.type)
    (relative_name (name) @reference.type)
  ])
(scoped_call_expression name: (name) @reference.call)

; new Cart()
((object_creation_expression (name) @reference.call)
  (#not-match? @reference.call "^(static|self|parent)$"))
(object_creation_expression [
  (qualified_name (name) @reference.call)
  (relative_name (name) @reference.call)
])

; class Cart extends Base implements Priced      use Counts;
(base_clause [
  (name) @reference.base
  (qualified_name (name) @reference.base)
  (relative_name (name) @reference.base)
])
(class_interface_clause [
  (name) @reference.base
  (qualified_name (name) @reference.base)
  (relative_name (name) @reference.base)
])
(use_declaration [
  (name) @reference.base
  (qualified_name (name) @reference.base)
  (relative_name (name) @reference.base)
])

; function total(Cart $cart): ?Price
(named_type [
  (name) @reference.type
  (qualified_name (name) @reference.type)
  (relative_name (name) @reference.type)
])

; Cart::LIMIT      $x instanceof Cart
(class_constant_access_expression . [
  (name) @reference.type
  (qualified_name (name) @reference.type)
  (relative_name (name) @reference.type)
])
(scoped_property_access_expression scope: [
  (name) @reference.type
  (qualified_name (name) @reference.type)
  (relative_name (name) @reference.type)
])
(binary_expression
  operator: "instanceof"
  right: [
    (name) @reference.type
    (qualified_name (name) @reference.type)
    (relative_name (name) @reference.type)
  ])

; #[Route('/cart')]
(attribute [
  (name) @reference.decorator
  (qualified_name (name) @reference.decorator)
  (relative_name (name) @reference.decorator)
])
