; package cart
(package_declaration (identifier) @name) @definition.package

; Cart :: struct { size: int }
(struct_declaration . (attributes)? . (identifier) @name "{" @body) @definition.struct
(field . (identifier) @name) @definition.field

; Size :: enum { Small, Large = 2 }
(enum_declaration . (attributes)? . (identifier) @name "{" @body) @definition.enum
(enum_declaration "{" (identifier) @name @definition.member)

; Value :: union { int, string }
(union_declaration . (attributes)? . (identifier) @name "{" @body) @definition.union

; total :: proc(x: int) -> int { … }
(procedure_declaration . (attributes)? . (identifier) @name (procedure (block) @body)) @definition.proc
(procedure_declaration . (attributes)? . (identifier) @name) @definition.proc
(overloaded_procedure_declaration . (attributes)? . (identifier) @name) @definition.proc

; LIMIT :: 3
(const_declaration . (attributes)? . (identifier) @name) @definition.constant
(const_type_declaration . (attributes)? . (identifier) @name) @definition.constant

; global: int = 1
(source_file (var_declaration . (attributes)? . (identifier) @name) @definition.variable)
(source_file (variable_declaration . (attributes)? . (identifier) @name) @definition.variable)
