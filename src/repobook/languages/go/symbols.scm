; package cart
(package_clause (package_identifier) @name) @definition.package

; func Total(items []Item) int { … }
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function

; func (c *Cart[T]) Total() int { … }
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @scope
        (generic_type type: (type_identifier) @scope)
        (pointer_type (type_identifier) @scope)
        (pointer_type (generic_type type: (type_identifier) @scope))
        (parenthesized_type (pointer_type (type_identifier) @scope))
        (pointer_type (parenthesized_type (type_identifier) @scope))
      ]))
  name: (field_identifier) @name
  body: (_)? @body) @definition.method

(method_declaration name: (field_identifier) @name body: (_)? @body) @definition.method

; type Cart struct { … }
((type_declaration
  (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body))) @definition.struct
  (#not-match? @definition.struct "^type\\s*\\("))

; type Priced interface { … }
((type_declaration
  (type_spec name: (type_identifier) @name type: (interface_type "{" @body))) @definition.interface
  (#not-match? @definition.interface "^type\\s*\\("))

; type Size int
((type_declaration
  (type_spec name: (type_identifier) @name)) @definition.type
  (#not-match? @definition.type "^type\\s*\\("))

; type Text = string
((type_declaration
  (type_alias name: (type_identifier) @name)) @definition.alias
  (#not-match? @definition.alias "^type\\s*\\("))

; type ( Cart struct { … } )
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.alias

; type Cart struct { a, b int }
(field_declaration (field_identifier) @name) @definition.field

; type Cart struct { Base; *io.Reader }
(field_declaration
  !name
  type: [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)
  ]) @definition.field

; type Priced interface { Price() int }
(method_elem name: (field_identifier) @name) @definition.method

; const Limit = 3
((source_file
  (const_declaration
    (const_spec (identifier) @name value: (_)? @value)) @definition.constant)
  (#not-match? @definition.constant "^const\\s*\\(")
  (#not-eq? @name "_"))

; const ( Small Size = iota )
((source_file
  (const_declaration
    (const_spec (identifier) @name value: (_)? @value) @definition.constant))
  (#not-eq? @name "_"))

; var limit, more = 3, 4
((source_file
  (var_declaration
    (var_spec (identifier) @name value: (_)? @value)) @definition.variable)
  (#not-eq? @name "_"))

; var ( limit = 3 )
((source_file
  (var_declaration
    (var_spec_list
      (var_spec (identifier) @name value: (_)? @value) @definition.variable)))
  (#not-eq? @name "_"))

; func half(        a file that ends too early, or code that the grammar cannot read
(ERROR "func" @definition.function . (identifier) @name . (parameter_list)? @value)
(ERROR
  "func" @definition.method
  . (parameter_list
    (parameter_declaration type: [(type_identifier) @scope (pointer_type (type_identifier) @scope)]))
  . (field_identifier) @name
  . (parameter_list)? @value)
(ERROR "type" . (type_identifier) @name) @definition.type
(ERROR "type" . (identifier) @name) @definition.type
