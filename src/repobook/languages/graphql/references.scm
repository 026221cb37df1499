; [Item!]!      on Order
(type (named_type (name) @reference.type))
(list_type (type (named_type (name) @reference.type)))
(non_null_type (named_type (name) @reference.type))
(type_condition (named_type (name) @reference.type))
(union_member_types (named_type (name) @reference.type))
(root_operation_type_definition (named_type (name) @reference.type))

; implements Node
(implements_interfaces (named_type (name) @reference.base))

; ...OrderFields
(fragment_spread (fragment_name (name) @reference.call))

; @deprecated
(directive (name) @reference.decorator)
