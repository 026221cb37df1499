; module shop.cart;
(module_declaration (module_fqn) @name) @definition.module

; class Cart(T) : Base { … }
(class_declaration (identifier) @name (aggregate_body)? @body) @definition.class
(struct_declaration (identifier) @name (aggregate_body)? @body) @definition.struct
(interface_declaration (identifier) @name (aggregate_body)? @body) @definition.interface
(union_declaration (identifier) @name (aggregate_body)? @body) @definition.union

; enum Size { small, large }        enum LIMIT = 5;
(enum_declaration (identifier) @name "{" @body) @definition.enum
(enum_declaration (identifier) @name) @definition.enum
(enum_member . (identifier) @name) @definition.member
(manifest_declarator . (identifier) @name) @definition.constant

; template Pair(T) { … }
(template_declaration (identifier) @name "{" @body) @definition.template

; int total(T)(T x) if (is(T : int)) { … }
(function_declaration (identifier) @name . (template_parameters)? . (parameters) (function_body)? @body) @definition.function
(auto_declaration (identifier) @name) @definition.variable
(constructor (this) @name (function_body)? @body) @definition.constructor
(destructor "~" @name . (this) @name (function_body)? @body) @definition.destructor

; alias Name = string;
(alias_initializer . (identifier) @name) @definition.alias

; private int size = 3, other;
(variable_declaration) @wrapper
(declarator . (identifier) @name) @definition.variable
