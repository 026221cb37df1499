; mod cart { … }        mod cart;
(mod_item name: (identifier) @name body: (_)? @body) @definition.module

; struct Cart { … }        struct Pair(i32, i32);
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(struct_item name: (type_identifier) @name body: (ordered_field_declaration_list) @value) @definition.struct
(struct_item name: (type_identifier) @name) @definition.struct

; enum Size { … }
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum

; union Bits { … }
(union_item name: (type_identifier) @name body: (_) @body) @definition.union

; trait Priced: Base { … }
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait

; impl<T> Cart<T> { … }        impl fmt::Display for Cart { … }
(impl_item
  type: [
    (type_identifier) @name
    (primitive_type) @name
    (scoped_type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier) @name)
    (reference_type type: (type_identifier) @name)
    (reference_type type: (primitive_type) @name)
    (reference_type type: (scoped_type_identifier) @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
    (reference_type type: (array_type) @name)
    (reference_type type: (tuple_type) @name)
    (reference_type type: (dynamic_type) @name)
    (bounded_type) @name
    (pointer_type) @name
    (tuple_type) @name
    (unit_type) @name
    (array_type) @name
    (function_type) @name
    (dynamic_type) @name
    (macro_invocation) @name
    (metavariable) @name
    (never_type) @name
  ]
  body: (_)? @body) @definition.impl

; fn total(&self) -> i32 { … }
(function_item name: (_) @name body: (_) @body) @definition.function

; fn total(&self) -> i32;
(function_signature_item name: (_) @name) @definition.function

; macro_rules! square { … }
(macro_definition name: (_) @name ["{" "(" "["] @body) @definition.macro

; type Text = String;        type Item: Clone;
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type

; const LIMIT: i32 = 3;
(const_item name: (identifier) @name value: (_)? @value) @definition.constant

; static mut COUNT: i32 = 0;
(static_item name: (identifier) @name value: (_)? @value) @definition.static

; enum Size { Small = 1, Other { why: String } }
(enum_variant name: (identifier) @name body: (field_declaration_list) @body) @definition.variant
(enum_variant name: (identifier) @name body: (ordered_field_declaration_list) @value) @definition.variant
(enum_variant name: (identifier) @name) @definition.variant

; struct Cart { pub size: i32 }
(field_declaration name: (field_identifier) @name) @definition.field

; #[derive(Debug)]
(attribute_item) @decorator

; pin_project! { struct Cart { … } }        what a macro is given; `forward! { map struct enum identifier }` defines nothing
(token_tree "fn" @definition.function . (identifier) @name . (token_tree) @value)
(token_tree "fn" @definition.function . (identifier) @name @value . "<")
(token_tree "struct" @definition.struct . (identifier) @name @value . [(token_tree) ";" ":" "<" "where"])
(token_tree "enum" @definition.enum . (identifier) @name @value . [(token_tree) ":" "<" "where"])
(token_tree "trait" @definition.trait . (identifier) @name @value . [(token_tree) ":" "<" "where"])

; lazy_static! { static ref TABLE: Table = …; }        thread_local! { static COUNT: i32 = 0; }
((token_tree "static" @definition.static . (identifier) @_ref . (identifier) @name @value . ":")
  (#eq? @_ref "ref"))
((token_tree "static" @definition.static . (identifier) @name @value . ":")
  (#not-eq? @name "ref"))

; struct Cart { … fn half(        a file that ends too early, or code that the grammar cannot read
(ERROR "fn" @definition.function . (identifier) @name . (parameters)? @value)
(ERROR "struct" . (type_identifier) @name) @definition.struct
(ERROR "struct" . (identifier) @name) @definition.struct
(ERROR "enum" . (type_identifier) @name) @definition.enum
(ERROR "enum" . (identifier) @name) @definition.enum
(ERROR "trait" . (type_identifier) @name) @definition.trait
(ERROR "trait" . (identifier) @name) @definition.trait
(ERROR "mod" . (identifier) @name "{"? @body) @definition.module
(ERROR "impl" . (type_identifier) @name . "{" @body) @definition.impl
(ERROR "impl" . (identifier) @name . "{" @body) @definition.impl
