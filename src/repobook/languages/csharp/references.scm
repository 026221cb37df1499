; Total(cart)    this.Total()    cart?.Total()    Parse<int>("3")
(invocation_expression function: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)
  (member_access_expression name: (identifier) @reference.call)
  (member_access_expression name: (generic_name . (identifier) @reference.call))
  (conditional_access_expression (member_binding_expression name: (identifier) @reference.call))
  (conditional_access_expression (member_binding_expression name: (generic_name . (identifier) @reference.call)))
])
(invocation_expression function: (conditional_access_expression (member_access_expression name: (identifier) @reference.call)))

; new Cart(3)    new List<Item>()
(object_creation_expression
  type: [
    (identifier) @reference.call
    (generic_name . (identifier) @reference.call)
    (qualified_name name: (identifier) @reference.call)
    (qualified_name name: (generic_name . (identifier) @reference.call))
  ])

; class Cart : Base, IPriced<Item>
(base_list [
    (identifier) @reference.base
    (generic_name . (identifier) @reference.base)
    (qualified_name name: (identifier) @reference.base)
    (qualified_name name: (generic_name . (identifier) @reference.base))
  ])
(primary_constructor_base_type
  type: [
    (identifier) @reference.base
    (generic_name . (identifier) @reference.base)
    (qualified_name name: (identifier) @reference.base)
    (qualified_name name: (generic_name . (identifier) @reference.base))
  ])

; [Obsolete("old")]
(attribute name: [
  (identifier) @reference.decorator
  (generic_name . (identifier) @reference.decorator)
  (qualified_name name: (identifier) @reference.decorator)
])

; Item item    List<Item>    (Item) x    typeof(Item)
(type_argument_list [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(method_declaration
  returns: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(is_expression
  right: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(as_expression
  right: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(parameter
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(variable_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(property_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(array_type
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(nullable_type
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(pointer_type
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(ref_type
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(scoped_type
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(cast_expression
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(catch_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(declaration_pattern
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(declaration_expression
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(recursive_pattern
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(type_pattern
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(typeof_expression
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(default_expression
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(sizeof_expression
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(delegate_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(event_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(indexer_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(operator_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(conversion_operator_declaration
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(local_function_statement
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(foreach_statement
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(tuple_element
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(type_parameter_constraint
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
(from_clause
  type: [
    (identifier) @reference.type
    (generic_name . (identifier) @reference.type)
    (qualified_name name: (identifier) @reference.type)
    (qualified_name name: (generic_name . (identifier) @reference.type))
  ])
