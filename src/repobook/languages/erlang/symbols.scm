; -module(cart).
(module_attribute name: (_) @name) @definition.module

; total([H | T]) -> …
(fun_decl clause: (function_clause name: (_) @name body: (_) @body)) @definition.function

; -spec total(list()) -> integer().        stands before its function
(spec) @decorator

; -record(item, {name, price}).
(record_decl name: (_) @name) @definition.record
(record_decl fields: (record_field name: (_) @name) @definition.field)
(record_decl (record_field name: (_) @name) @definition.field)

; -define(LIMIT, 3).
(pp_define lhs: (macro_lhs name: (_) @name) replacement: (_)? @value) @definition.macro

; -type size() :: small | large.
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type

; -callback init(term()) -> ok.
(callback fun: (_) @name) @definition.callback
