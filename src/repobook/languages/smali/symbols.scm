; .class public final Lcom/shop/Cart;
(class_definition (class_directive (class_identifier) @name) . (_) @body) @definition.class

; .method public total()I … .end method
(method_definition (method_signature (method_identifier) @name) . (_) @body) @definition.method
(method_definition (method_signature (method_identifier) @name)) @definition.method

; .field private static final LIMIT:I = 0x3
(field_definition (field_identifier) @name) @definition.field
