; total(cart)    Cart::new()    cart.total()    parse::<i32>("3")
(call_expression function: [
  (identifier) @reference.call
  (scoped_identifier name: (identifier) @reference.call)
  (field_expression field: (field_identifier) @reference.call)
  (generic_function function: (identifier) @reference.call)
  (generic_function function: (scoped_identifier name: (identifier) @reference.call))
  (generic_function function: (field_expression field: (field_identifier) @reference.call))
])

; println!("hello")    log::info!("hello")
(macro_invocation macro: [
  (identifier) @reference.call
  (scoped_identifier name: (identifier) @reference.call)
])

; impl fmt::Display for Cart    impl From<Item> for Cart
(impl_item trait: [
  (type_identifier) @reference.base
  (scoped_type_identifier name: (type_identifier) @reference.base)
  (generic_type type: (type_identifier) @reference.base)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @reference.base))
])

; trait Priced: Base + fmt::Debug
(trait_item bounds: (trait_bounds [
  (type_identifier) @reference.base
  (scoped_type_identifier name: (type_identifier) @reference.base)
  (generic_type type: (type_identifier) @reference.base)
]))

; item: shop::Item    Vec<Item>    Item { size: 3 }
(type_identifier) @reference.type

; Size::Small    Cart::new
((scoped_identifier path: (identifier) @reference.type)
  (#match? @reference.type "^[A-Z]"))

; #[test]    #[serde(default)]    #[tokio::main]
(attribute . (identifier) @reference.decorator)
(attribute . (scoped_identifier name: (identifier) @reference.decorator))

; #[derive(Clone, Debug)]
((attribute . (identifier) @_derive arguments: (token_tree (identifier) @reference.decorator))
  (#eq? @_derive "derive"))
