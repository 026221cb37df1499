; class_name Cart extends Node
(class_name_statement name: (name) @name) @definition.class @rest

; class Inner extends Base:
(class_definition
  name: (name) @name
  body: (_) @body) @definition.class

; func total(cart: Cart) -> int:
(function_definition
  name: (name) @name
  body: (_)? @body) @definition.function
(constructor_definition
  "_init" @name
  body: (_)? @body) @definition.function

; signal bought(item)
(signal_statement name: (name) @name) @definition.signal

; enum Kind { A, B = 2 }
(enum_definition
  name: (name) @name
  body: (_) @body) @definition.enum
(enumerator left: (identifier) @name) @definition.enumerator

; const LIMIT = 3      @export var count: int = 0
(const_statement
  name: (name) @name
  value: (_)? @value) @definition.constant
(variable_statement
  name: (name) @name
  value: (_)? @value) @definition.variable
