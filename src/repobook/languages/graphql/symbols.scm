; type Order implements Node { ... }
(object_type_definition
  (description)? @doc
  (name) @name
  (fields_definition)? @body) @definition.type

; extend type Query { ... }
(object_type_extension
  (name) @name
  (fields_definition)? @body) @definition.extend

; interface Node { ... }
(interface_type_definition
  (description)? @doc
  (name) @name
  (fields_definition)? @body) @definition.interface

; input OrderInput { ... }
(input_object_type_definition
  (description)? @doc
  (name) @name
  (input_fields_definition)? @body) @definition.input

; enum State { NEW PAID }
(enum_type_definition
  (description)? @doc
  (name) @name
  (enum_values_definition)? @body) @definition.enum

; NEW
(enum_value_definition
  (description)? @doc
  (enum_value) @name) @definition.value

; union Thing = Order | Item
(union_type_definition
  (description)? @doc
  (name) @name) @definition.union

; scalar Date
(scalar_type_definition
  (description)? @doc
  (name) @name) @definition.scalar

; directive @key(fields: String!) on OBJECT
(directive_definition
  (description)? @doc
  (name) @name) @definition.directive

; schema { query: Query }
(schema_definition
  "schema" @name
  "{" @body) @definition.schema

; items(first: Int): [Item!]!
(field_definition
  (description)? @doc
  (name) @name) @definition.field

; id: ID!      in an input
(input_fields_definition
  (input_value_definition
    (description)? @doc
    (name) @name) @definition.field)

; query GetOrder($id: ID!) { ... }
(operation_definition
  (operation_type) @kind
  (name) @name
  (selection_set) @body) @definition.operation

; fragment OrderFields on Order { ... }
(fragment_definition
  (fragment_name) @name
  (selection_set) @body) @definition.fragment
