; use shop::cart::Cart;    use shop::Cart as Basket;
(use_declaration argument: [
  (identifier)
  (scoped_identifier name: (identifier) @import.last)
  (crate)
] @source) @import
(use_declaration argument: (use_as_clause path: (_) @source alias: (identifier) @import.alias)) @import

; use shop::*;
(use_declaration argument: (use_wildcard (_) @source "*" @import.name)) @import

; use shop::{Cart, item::{Item, self}};    use {shop, bank::Account};
(use_declaration argument: [(scoped_use_list) (use_list)] @import.tree) @import

; extern crate alloc;
(extern_crate_declaration "extern" @import.crate name: (identifier) @source !alias) @import
(extern_crate_declaration "extern" @import.crate name: (identifier) @source alias: (identifier) @import.alias) @import

; mod cart;        asks for the file cart.rs
(mod_item !body "mod" @import.mod name: (identifier) @source) @import
