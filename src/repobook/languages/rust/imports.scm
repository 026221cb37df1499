; use shop::cart::Cart;    use shop::Cart as Basket;
(use_declaration argument: [(identifier) (scoped_identifier) (crate)] @source) @import
(use_declaration argument: (use_as_clause path: (_) @source alias: (identifier) @import.alias)) @import

; use shop::*;
(use_declaration argument: (use_wildcard (_) @source "*" @import.name)) @import

; use shop::{Cart, item::Item, self};
(use_declaration
  argument: (scoped_use_list
    path: (_) @source
    list: (use_list [
      (identifier) @import.name
      (self) @import.name
      (scoped_identifier) @import.name
      (use_as_clause) @import.name
      (use_wildcard) @import.name
      (scoped_use_list path: (_) @import.name)
    ]))) @import

; use {shop, bank::Account};
(use_declaration argument: (use_list [(identifier) (scoped_identifier)] @source)) @import
(use_declaration argument: (use_list (use_as_clause path: (_) @source alias: (identifier) @import.alias))) @import
(use_declaration argument: (use_list (scoped_use_list path: (_) @source))) @import

; extern crate alloc;
(extern_crate_declaration "extern" @import.crate name: (identifier) @source) @import

; mod cart;        asks for the file cart.rs
(mod_item !body "mod" @import.mod name: (identifier) @source) @import
