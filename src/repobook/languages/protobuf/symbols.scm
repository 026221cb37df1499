; package shop.v1;
(package (full_ident) @name) @definition.package

; message Order { ... }
(message
  (message_name) @name
  (message_body) @body) @definition.message

; enum State { NEW = 0; }
(enum
  (enum_name) @name
  (enum_body) @body) @definition.enum

; NEW = 0;
(enum_field . (identifier) @name) @definition.value

; repeated Item items = 2;
(field
  (type)
  .
  (identifier) @name) @definition.field

; map<string, int64> counts = 3;
(map_field
  (identifier) @name) @definition.field

; oneof payment { ... }
(oneof
  .
  (identifier) @name
  "{" @body) @definition.oneof

; Card card = 4;
(oneof_field
  (type)
  .
  (identifier) @name) @definition.field

; extend Order { ... }
(extend
  (full_ident) @name
  (message_body) @body) @definition.extend

; service Orders { ... }
(service
  (service_name) @name
  "{" @body) @definition.service

; rpc Place(Order) returns (Receipt);
(rpc
  (rpc_name) @name
  "{"? @body) @definition.rpc
