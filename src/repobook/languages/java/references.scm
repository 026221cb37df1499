; total(cart)    this.total()
(method_invocation name: (identifier) @reference.call)

; new Cart()    new Map.Entry<K, V>()
(object_creation_expression
  type: [
    (type_identifier) @reference.call
    (scoped_type_identifier (type_identifier) @reference.call .)
    (generic_type [
      (type_identifier) @reference.call
      (scoped_type_identifier (type_identifier) @reference.call .)
    ])
  ])

; Cart::total
(method_reference (identifier) @reference.call .)

; class Cart extends Base implements Priced
(superclass [
  (type_identifier) @reference.base
  (scoped_type_identifier (type_identifier) @reference.base .)
  (generic_type [
    (type_identifier) @reference.base
    (scoped_type_identifier (type_identifier) @reference.base .)
  ])
])
(super_interfaces (type_list [
  (type_identifier) @reference.base
  (scoped_type_identifier (type_identifier) @reference.base .)
  (generic_type [
    (type_identifier) @reference.base
    (scoped_type_identifier (type_identifier) @reference.base .)
  ])
]))
(extends_interfaces (type_list [
  (type_identifier) @reference.base
  (scoped_type_identifier (type_identifier) @reference.base .)
  (generic_type [
    (type_identifier) @reference.base
    (scoped_type_identifier (type_identifier) @reference.base .)
  ])
]))

; Item item    List<Item>    Item[]    (Item) x    throws Broken
[
  (generic_type (type_identifier) @reference.type)
  (array_type element: (type_identifier) @reference.type)
  (type_arguments (type_identifier) @reference.type)
  (type_bound (type_identifier) @reference.type)
  (type_list (type_identifier) @reference.type)
  (wildcard (type_identifier) @reference.type)
  (annotated_type (type_identifier) @reference.type)
  (throws (type_identifier) @reference.type)
  (catch_type (type_identifier) @reference.type)
  (class_literal (type_identifier) @reference.type)
  (type_pattern (type_identifier) @reference.type)
  (record_pattern . (identifier) @reference.type)
  (record_pattern_component (type_identifier) @reference.type)
  (cast_expression type: (type_identifier) @reference.type)
  (instanceof_expression right: (type_identifier) @reference.type)
  (array_creation_expression type: (type_identifier) @reference.type)
  (field_declaration type: (type_identifier) @reference.type)
  (constant_declaration type: (type_identifier) @reference.type)
  (local_variable_declaration type: (type_identifier) @reference.type)
  (method_declaration type: (type_identifier) @reference.type)
  (formal_parameter type: (type_identifier) @reference.type)
  (spread_parameter (type_identifier) @reference.type)
  (enhanced_for_statement type: (type_identifier) @reference.type)
  (resource type: (type_identifier) @reference.type)
  (annotation_type_element_declaration type: (type_identifier) @reference.type)
]

; Map.Entry entry    java.util.List<Item>
[
  (generic_type (scoped_type_identifier (type_identifier) @reference.type .))
  (array_type element: (scoped_type_identifier (type_identifier) @reference.type .))
  (type_arguments (scoped_type_identifier (type_identifier) @reference.type .))
  (type_bound (scoped_type_identifier (type_identifier) @reference.type .))
  (type_list (scoped_type_identifier (type_identifier) @reference.type .))
  (throws (scoped_type_identifier (type_identifier) @reference.type .))
  (catch_type (scoped_type_identifier (type_identifier) @reference.type .))
  (class_literal (scoped_type_identifier (type_identifier) @reference.type .))
  (cast_expression type: (scoped_type_identifier (type_identifier) @reference.type .))
  (instanceof_expression right: (scoped_type_identifier (type_identifier) @reference.type .))
  (field_declaration type: (scoped_type_identifier (type_identifier) @reference.type .))
  (local_variable_declaration type: (scoped_type_identifier (type_identifier) @reference.type .))
  (method_declaration type: (scoped_type_identifier (type_identifier) @reference.type .))
  (formal_parameter type: (scoped_type_identifier (type_identifier) @reference.type .))
  (enhanced_for_statement type: (scoped_type_identifier (type_identifier) @reference.type .))
]

; @Override    @Deprecated(since = "2")    @javax.inject.Inject
(marker_annotation name: (identifier) @reference.decorator)
(marker_annotation name: (scoped_identifier name: (identifier) @reference.decorator))
(annotation name: (identifier) @reference.decorator)
(annotation name: (scoped_identifier name: (identifier) @reference.decorator))
