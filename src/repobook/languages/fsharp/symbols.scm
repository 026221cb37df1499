; module Shop.Cart        namespace Shop
(named_module name: (_) @name . (_) @body) @definition.module
(namespace name: (_) @name . (_) @body) @definition.namespace

; module Inner = …
(module_defn (identifier) @name block: (_) @body) @definition.module

; type Cart = { Size: int }        type Size = Small | Large        type Account(name) = …
(type_definition (record_type_defn (type_name type_name: (_) @name) block: (_) @value)) @definition.type
(type_definition (union_type_defn (type_name type_name: (_) @name) block: (_) @value)) @definition.type
(type_definition (enum_type_defn (type_name type_name: (_) @name) block: (_) @value)) @definition.type
(type_definition (anon_type_defn (type_name type_name: (_) @name) block: (_) @body)) @definition.type
(type_definition (_ (type_name type_name: (_) @name))) @definition.type

; { Size: int }        Small | Large of int
(record_field (identifier) @name) @definition.field
((union_type_case (identifier) @name) @definition.case
  (#match? @name "^[A-Z]"))
(enum_type_case (identifier) @name) @definition.case

; exception Broken of string
(exception_definition exception_name: (_) @name) @definition.exception

; let total (xs: int list) = …
(function_or_value_defn
  (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name)
  body: (_) @body) @definition.function
(function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name)))
  body: (fun_expression) @body) @definition.function

; let limit = 3
(function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name)))
  body: (_) @value) @definition.value

; member this.Name = name        static member Make() = …
(member_defn (method_or_prop_defn name: (property_or_ident method: (identifier) @name))) @definition.member
(member_defn (method_or_prop_defn name: (property_or_ident . (identifier) @name .))) @definition.member
(member_defn (property_or_ident (identifier) @name)) @definition.member
(member_defn (additional_constr_defn "new" @name)) @definition.constructor

; abstract Price: int
(member_defn (member_signature (identifier) @name)) @definition.member

; [<Literal>]
(declaration_expression (attributes) (function_or_value_defn)) @wrapper
