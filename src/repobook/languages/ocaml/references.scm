; total cart        Cart.total cart
(application_expression function: (value_path (value_name) @reference.call))

; cart : Item.t
(type_constructor_path (type_constructor) @reference.type)

; inherit base
(inheritance_definition (class_path (class_name) @reference.base))
