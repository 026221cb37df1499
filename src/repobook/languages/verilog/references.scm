; sub u_sub (…);        class Cart extends Base
(module_instantiation . (simple_identifier) @reference.type)
(class_type (class_identifier (simple_identifier) @reference.base))

; add(1, 2)
(tf_call . (_ (simple_identifier) @reference.call))
(tf_call . (simple_identifier) @reference.call)
