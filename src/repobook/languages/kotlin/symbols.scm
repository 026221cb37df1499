; package com.shop
(package_header (identifier) @name) @definition.package

; enum class Size { … }
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum

; interface Priced { … }    fun interface Action { … }
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface

; annotation class Marker
(class_declaration
  (modifiers (class_modifier "annotation"))
  (type_identifier) @name
  (class_body)? @body) @definition.annotation

; class Cart : Priced by prices { … }      to the grammar, the body is an argument of `prices`
(class_declaration "class"
  (type_identifier) @name
  (delegation_specifier (explicit_delegation
    (call_expression (call_suffix (annotated_lambda (lambda_literal) @body))))) .) @definition.class

; class Cart(val size: Int) : Base() { … }
(class_declaration "class" (type_identifier) @name (class_body)? @body) @definition.class

; object Shop { … }
(object_declaration (type_identifier) @name (class_body)? @body) @definition.object

; companion object Factory { … }
(companion_object (type_identifier) @name (class_body)? @body) @definition.object

; companion object : Base() { … }
(companion_object "companion" @name "object" . (class_body) @body) @definition.object
(companion_object "companion" @name "object" . (delegation_specifier) (class_body)? @body) @definition.object

; fun total(): Int = 3    fun List<Item>.total() { … }
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function

; constructor(size: Int) : this(size, "")
(secondary_constructor "constructor" @name "{"? @body) @definition.constructor

; val size: Int by lazy { … }
(property_declaration
  (variable_declaration (simple_identifier) @name)
  (property_delegate) @value) @definition.property

; val String.half: Int get() = 2
(property_declaration
  (variable_declaration (simple_identifier) @name)
  (getter) @value) @definition.property

; val size: Int = 3
(property_declaration
  (variable_declaration (simple_identifier) @name)
  "=" . (_) @value) @definition.property

; lateinit var size: Int
(property_declaration
  (variable_declaration (simple_identifier) @name)) @definition.property

; val (name, price) = item
(property_declaration (multi_variable_declaration)) @wrapper
(property_declaration
  (multi_variable_declaration
    (variable_declaration (simple_identifier) @name) @definition.property)
  "=" . (_) @value)

; class Cart(val size: Int, private var name: String)
(class_parameter
  (binding_pattern_kind)
  (simple_identifier) @name) @definition.property

; enum class Size { SMALL(1), LARGE { … } }
(enum_entry (simple_identifier) @name (class_body)? @body) @definition.entry

; typealias Handler = (Item) -> Unit
(type_alias (type_identifier) @name) @definition.typealias

; class Cart { fun half(        a file that ends too early, or code that the grammar cannot read
(ERROR "class" . (type_identifier) @name "{"? @body) @definition.class
(ERROR "class" . (simple_identifier) @name "{"? @body) @definition.class
(ERROR "interface" . (type_identifier) @name "{"? @body) @definition.interface
(ERROR "interface" . (simple_identifier) @name "{"? @body) @definition.interface
(ERROR "object" . (type_identifier) @name "{"? @body) @definition.object
(ERROR "object" . (simple_identifier) @name "{"? @body) @definition.object
(ERROR "fun" @definition.function . (simple_identifier) @name . (function_value_parameters)? @value)
