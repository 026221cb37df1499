; inherit Base(name)        interface IPriced with
(class_inherits_decl (simple_type (long_identifier (identifier) @reference.base .)))
(interface_implementation (simple_type (long_identifier (identifier) @reference.base .)))

; total xs
(application_expression . (long_identifier_or_op (identifier) @reference.call))
(application_expression . (long_identifier_or_op (long_identifier (identifier) @reference.call .)))

; xs: Item list
(simple_type (long_identifier (identifier) @reference.type .))

; [<Literal>]
(attribute (simple_type (long_identifier (identifier) @reference.decorator .)))
