; total(cart)    this.total()
(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @reference.call) .))

; a plus b
(infix_expression (_) . (simple_identifier) @reference.call . (_))

; ::total    Cart::total
(callable_reference (simple_identifier) @reference.call)
(callable_reference (type_identifier) @reference.type)

; class Cart : Base(), Priced, Map<K, V> by map
(delegation_specifier [
  (user_type (type_identifier) @reference.base .)
  (user_type (type_identifier) @reference.base . (type_arguments) .)
])
(delegation_specifier [
  (constructor_invocation (user_type (type_identifier) @reference.base .))
  (constructor_invocation (user_type (type_identifier) @reference.base . (type_arguments) .))
  (explicit_delegation (user_type (type_identifier) @reference.base .))
  (explicit_delegation (user_type (type_identifier) @reference.base . (type_arguments) .))
])

; val cart: shop.Cart    List<Item>
(user_type (type_identifier) @reference.type .)
(user_type (type_identifier) @reference.type . (type_arguments) .)

; @Test    @Deprecated("old")
(annotation [
  (user_type (type_identifier) @reference.decorator .)
  (constructor_invocation (user_type (type_identifier) @reference.decorator .))
])

; @file:JvmName("Shop")
(file_annotation [
  (user_type (type_identifier) @reference.decorator .)
  (constructor_invocation (user_type (type_identifier) @reference.decorator .))
])
