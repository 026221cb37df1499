; call other(a)
(subroutine_call subroutine: (identifier) @reference.call)
(call_expression . (identifier) @reference.call)

; type, extends(base) :: item        type(item) :: x
(base_type_specifier (identifier) @reference.base)
(derived_type name: (type_name) @reference.type)
