; package com.shop.cart;
(package_declaration [(identifier) (scoped_identifier)] @name) @definition.package

; module com.shop { … }
(module_declaration name: (_) @name body: (_) @body) @definition.module

; class Cart extends Base { … }
(class_declaration name: (identifier) @name body: (_) @body) @definition.class

; interface Priced { … }
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface

; enum Size { … }
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum

; record Point(int x, int y) { … }
(record_declaration name: (identifier) @name body: (_) @body) @definition.record

; @interface Marker { … }
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.annotation

; int total(int factor) { … }
(method_declaration name: (identifier) @name body: (_)? @body) @definition.method

; Cart(int size) { … }
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor

; record Point(int x) { Point { … } }
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor

; String value() default "";
(annotation_type_element_declaration name: (identifier) @name) @definition.element

; private int size, limit = 3;
(field_declaration) @wrapper
(field_declaration
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.field)

; interface Limits { int MAX = 3; }
(constant_declaration) @wrapper
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)

; enum Size { SMALL(1), LARGE }
(enum_constant name: (identifier) @name body: (_)? @body) @definition.constant

; record Point(int x, int... more)
(record_declaration
  parameters: (formal_parameters
    (formal_parameter name: (identifier) @name) @definition.component))
(record_declaration
  parameters: (formal_parameters
    (spread_parameter (variable_declarator name: (identifier) @name)) @definition.component))

; class Cart { void half(        a file that ends too early, or code that the grammar cannot read
(ERROR "class" . (identifier) @name "{"? @body) @definition.class
(ERROR "interface" . (identifier) @name "{"? @body) @definition.interface
(ERROR "enum" . (identifier) @name "{"? @body) @definition.enum

; int limit = 3;        in a file without a class (Java 25)
(program (local_variable_declaration) @wrapper)
(program
  (local_variable_declaration
    declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.field))
