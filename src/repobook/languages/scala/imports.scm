; import shop.Cart    import shop.Cart, shop.Item
(import_declaration "import" . path: (_) @path . ("." path: (_) @path)*) @import

; import shop.{Cart, Item => Thing, _}
(import_declaration
  "import" . path: (_) @path . ("." path: (_) @path)*
  (namespace_selectors [
    (identifier) @import.name
    (namespace_wildcard) @import.name
    (arrow_renamed_identifier) @import.name
    (as_renamed_identifier) @import.name
  ])) @import

; import shop.*    import shop._
(import_declaration
  "import" . path: (_) @path . ("." path: (_) @path)*
  (namespace_wildcard) @import.name) @import

; import shop.Cart as Basket
(import_declaration
  "import" . path: (_) @path . ("." path: (_) @path)*
  (as_renamed_identifier) @import.name) @import
