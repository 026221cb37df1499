; class Cart: Base { … }
(class_declaration declaration_kind: "class" name: (_) @name body: (_) @body) @definition.class

; struct Point { … }
(class_declaration declaration_kind: "struct" name: (_) @name body: (_) @body) @definition.struct

; enum Size { … }
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @definition.enum

; actor Bank { … }
(class_declaration declaration_kind: "actor" name: (_) @name body: (_) @body) @definition.actor

; extension Cart: Priced { … }
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body) @definition.extension

; protocol Priced { … }
(protocol_declaration name: (_) @name body: (_) @body) @definition.protocol

; func total(of items: [Item]) -> Int { … }        static func == (a: Cart, b: Cart) -> Bool
(function_declaration "func" . name: _ @name body: (_)? @body) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.function

; init?(size: Int) { … }
(init_declaration "init" @name body: (_)? @body) @definition.initializer

; deinit { … }
(deinit_declaration "deinit" @name body: (_) @body) @definition.deinitializer

; subscript(index: Int) -> Item { … }
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.subscript

; var half: Int { size / 2 }
(property_declaration
  (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.variable

; var size = 3 { didSet { … } }
(property_declaration
  (pattern bound_identifier: (simple_identifier) @name)
  (willset_didset_block) @body) @definition.variable

; let size: Int = 3
(property_declaration
  (pattern bound_identifier: (simple_identifier) @name) . (type_annotation)? . value: (_) @value) @definition.variable

; let low: Int, high: Int
(property_declaration
  (pattern bound_identifier: (simple_identifier) @name)) @definition.variable

; let (low, high) = bounds
(property_declaration
  (pattern (pattern (simple_identifier) @name))) @definition.variable

; var price: Int { get }        in a protocol
(protocol_property_declaration
  (pattern bound_identifier: (simple_identifier) @name)) @definition.variable

; case small = 1, large        case other(why: String)
(enum_entry (simple_identifier) @name) @definition.case

; typealias Handler = (Item) -> Void
(typealias_declaration name: (type_identifier) @name) @definition.typealias

; associatedtype Element
(associatedtype_declaration name: (type_identifier) @name) @definition.associatedtype

; infix operator +++ : Addition
(operator_declaration "operator" . _ @name) @definition.operator

; precedencegroup Addition { … }
(precedence_group_declaration (simple_identifier) @name) @definition.precedencegroup

; macro stringify<T>(_ value: T) -> String = #externalMacro(…)
(macro_declaration "macro" . (simple_identifier) @name definition: (_)? @body) @definition.macro

; class Cart { func half(        a file that ends too early, or code that the grammar cannot read
(ERROR "class" . (simple_identifier) @name "{"? @body) @definition.class
(ERROR "struct" . (simple_identifier) @name "{"? @body) @definition.struct
(ERROR "enum" . (simple_identifier) @name "{"? @body) @definition.enum
(ERROR "protocol" . (simple_identifier) @name "{"? @body) @definition.protocol
(ERROR "extension" . [(user_type) (simple_identifier)] @name "{"? @body) @definition.extension
(ERROR "func" @definition.function . (simple_identifier) @name "(" ")" @value)
