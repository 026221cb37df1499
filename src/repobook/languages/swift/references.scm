; total(cart)    cart.total()    cart?.total()
(call_expression . (simple_identifier) @reference.call)
(call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))

; List<Item>()
(constructor_expression constructed_type: (user_type (type_identifier) @reference.call . (type_arguments) .))
(constructor_expression constructed_type: (user_type (type_identifier) @reference.call .))

; class Cart: Base, shop.Priced
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.base .))
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.base . (type_arguments) .))

; item: shop.Item    List<Item>
(user_type (type_identifier) @reference.type .)
(user_type (type_identifier) @reference.type . (type_arguments) .)

; @objc    @available(iOS 13, *)
(attribute (user_type (type_identifier) @reference.decorator .))
(attribute (user_type (type_identifier) @reference.decorator . (type_arguments) .))

; #expect(total == 3)
(macro_invocation . (simple_identifier) @reference.call)
