; Item items = 1;      rpc Place(shop.Order)
(message_or_enum_type) @reference.type

; extend Order { ... }
(extend
  (full_ident) @reference.base)
