; .super Ljava/lang/Object;        .implements Lcom/shop/Priced;
(super_directive (class_identifier) @reference.base)
(implements_directive (class_identifier) @reference.base)

; invoke-virtual {p0}, Lcom/shop/Cart;->half()I
(full_method_signature (method_signature (method_identifier) @reference.call))
