; contract Cart is Base
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.base))

; total(a)        math.add(a)        emit Added(a)
(call_expression function: (expression (identifier) @reference.call))
(call_expression function: (expression (member_expression property: (identifier) @reference.call)))
(emit_statement name: (expression (identifier) @reference.call))
(modifier_invocation (identifier) @reference.decorator)

; Item item
(user_defined_type (identifier) @reference.type)
