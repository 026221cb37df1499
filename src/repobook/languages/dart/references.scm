; class Cart extends Base with Mix implements Priced
(superclass . (type_identifier) @reference.base)
(mixins (type_identifier) @reference.base)
(interfaces (type_identifier) @reference.base)

; total(cart)    cart.total()
((identifier) @reference.call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))

; Item item
(type_identifier) @reference.type

; @override
(annotation name: (identifier) @reference.decorator)
