; total(cart)        cart.total()
(call function: (identifier) @reference.call)
(call function: (dot_expression right: (identifier) @reference.call))

; of Base        c: Cart
(object_declaration inherits: (type_expression (identifier) @reference.base))
(type_expression (identifier) @reference.type)
