; package com.shop        package com.shop { … }
(package_clause name: (package_identifier) @name) @definition.package

; package object util { … }
(package_object name: (_) @name body: (_)? @body) @definition.object

; case class Cart(size: Int) extends Base { … }
(class_definition name: (_) @name body: (_)? @body) @definition.class

; object Cart { … }
(object_definition name: (_) @name body: (_)? @body) @definition.object

; trait Priced { … }
(trait_definition name: (_) @name body: (_)? @body) @definition.trait

; enum Size { … }
(enum_definition name: (_) @name body: (_) @body) @definition.enum

; case Red, Green        case Mix(rgb: Int)
(enum_case_definitions) @wrapper
(simple_enum_case name: (_) @name) @definition.case
(full_enum_case name: (_) @name) @definition.case

; given byName: Ordering[Item] with { … }        given Ordering[Item] with { … }
(given_definition name: (_) @name "with" @body) @definition.given
(given_definition !name return_type: (_) @name "with" @body) @definition.given
(given_definition name: (_) @name body: (_)? @body) @definition.given
(given_definition !name return_type: (_) @name body: (_)? @body) @definition.given

; extension (item: Item) { … }
(extension_definition
  . (type_parameters)? . (parameters . (parameter type: (_) @name)) body: (_) @body) @definition.extension

; def this(size: Int) = this(size, "")
((function_definition name: (identifier) @name body: (_) @body) @definition.constructor
  (#eq? @name "this"))

; def total(factor: Int): Int = { … }
(function_definition name: (_) @name body: (_) @body) @definition.function

; def total: Int
(function_declaration name: (_) @name) @definition.function

; type Handler = Item => Unit
(type_definition name: (type_identifier) @name) @definition.type

; val size: Int = 3        var size = 3
(val_definition pattern: [(identifier) (operator_identifier)] @name value: (_) @value) @definition.val
(var_definition pattern: [(identifier) (operator_identifier)] @name value: (_) @value) @definition.var

; val name, owner: String        val a, b = 3
(val_declaration) @wrapper
(val_declaration name: (_) @name @definition.val type: (_) @value)
(var_declaration) @wrapper
(var_declaration name: (_) @name @definition.var type: (_) @value)
(val_definition pattern: [(identifiers) (tuple_pattern) (case_class_pattern) (infix_pattern)]) @wrapper
(val_definition pattern: (identifiers (identifier) @name @definition.val) value: (_) @value)
(var_definition pattern: [(identifiers) (tuple_pattern) (case_class_pattern)]) @wrapper
(var_definition pattern: (identifiers (identifier) @name @definition.var) value: (_) @value)

; val (name, owner) = pair
(val_definition pattern: (tuple_pattern (identifier) @name @definition.val) value: (_) @value)
(var_definition pattern: (tuple_pattern (identifier) @name @definition.var) value: (_) @value)

; val Some(name) = found
(val_definition pattern: (case_class_pattern pattern: (identifier) @name @definition.val) value: (_) @value)

; val first :: rest = list
(val_definition pattern: (infix_pattern (identifier) @name @definition.val) value: (_) @value)

; class Cart(val size: Int, var name: String)
(class_parameter "val" name: (_) @name) @definition.val
(class_parameter "var" name: (_) @name) @definition.var

; case class Cart(size: Int)        case Mix(rgb: Int)
(class_definition
  "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.val))
(full_enum_case class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.val))

; class Cart { def half(        a file that ends too early, or code that the grammar cannot read
(ERROR "class" . (identifier) @name "{"? @body) @definition.class
(ERROR "object" . (identifier) @name "{"? @body) @definition.object
(ERROR "trait" . (identifier) @name "{"? @body) @definition.trait
(ERROR "def" @definition.function . (identifier) @name . (parameters)? @value)
