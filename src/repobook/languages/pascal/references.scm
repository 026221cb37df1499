; Half(3)        Cart.Add('x')
(exprCall entity: (identifier) @reference.call)
(exprCall entity: (exprDot rhs: (identifier) @reference.call))

; class(TBase)        X: TItem
(declClass parent: (typeref (identifier) @reference.base))
(typeref (identifier) @reference.type)
