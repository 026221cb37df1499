; Item items = 1;      rpc Place(shop.Order)
(message_or_enum_type
  (identifier) @reference.type .)

; extend Order { ... }
(extend
  (full_ident
    (identifier) @reference.base .))
