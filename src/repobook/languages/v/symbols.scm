; module cart
(module_clause (module_identifier) @name) @definition.module

; struct Cart { … }
(struct_declaration name: (_) @name (struct_field_declaration_list) @body) @definition.struct
(struct_declaration name: (_) @name) @definition.struct
(struct_field_declaration name: (field_identifier) @name) @definition.field

; enum Size { small large }
(enum_declaration name: (_) @name (enum_member_declaration_list) @body) @definition.enum
(enum_member name: (identifier) @name) @definition.member

; interface Priced { price() int }
(interface_declaration name: (_) @name (interface_spec_list) @body) @definition.interface
(interface_spec name: (field_identifier) @name) @definition.method

; fn (mut c Cart) add(i int) { … }
(function_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @scope
    (pointer_type (type_identifier) @scope)
  ]))
  name: (_) @name
  body: (_)? @body) @definition.method

; fn total(x int) int { … }
(function_declaration name: (_) @name body: (_)? @body) @definition.function

; const limit = 3
(const_spec name: (identifier) @name value: (_)? @value) @definition.constant

; type Name = string
(type_declaration name: (type_identifier) @name) @definition.type
