; module Make (X : S) = struct … end
(module_definition . (module_binding) .) @wrapper
(module_binding (module_name) @name body: (structure) @body) @definition.module
(module_binding (module_name) @name module_type: (signature) @body) @definition.module
(module_binding (module_name) @name) @definition.module

; module type S = sig … end
(module_type_definition (module_type_name) @name body: (signature) @body) @definition.signature
(module_type_definition (module_type_name) @name) @definition.signature

; type cart = { size : int }        and line = …
(type_definition . (type_binding) .) @wrapper
(type_binding name: (type_constructor) @name body: (_)? @value) @definition.type
(field_declaration (field_name) @name) @definition.field
(type_binding body: (variant_declaration (constructor_declaration (constructor_name) @name) @definition.constructor))

; exception Broken of string
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception

; let rec total xs = …        and other x = …
(value_definition . (let_binding) .) @wrapper
(let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function
(let_binding pattern: (parenthesized_operator (_) @name) body: (_) @body) @definition.function
(let_binding pattern: (value_name) @name body: (fun_expression) @body) @definition.function
(let_binding pattern: (value_name) @name body: (function_expression) @body) @definition.function
(let_binding pattern: (value_name) @name body: (_) @value) @definition.value

; val total : cart -> int
(value_specification (value_name) @name) @definition.value
(value_specification (parenthesized_operator (_) @name)) @definition.value

; external length : string -> int = "c_length"
(external (value_name) @name) @definition.external

; class point x = object … end
(class_definition . (class_binding) .) @wrapper
(class_binding (class_name) @name body: (_)? @body) @definition.class
(class_type_binding (class_type_name) @name) @definition.class
(method_definition (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field
