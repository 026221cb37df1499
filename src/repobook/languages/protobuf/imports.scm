; import public "shop/item.proto";
(import
  path: (string) @source) @import
