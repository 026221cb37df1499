; package body Shop.Cart is … end Shop.Cart;
(package_declaration name: (_) @name "is" @body) @definition.package
(package_body name: (_) @name "is" @body) @definition.package
(generic_instantiation name: (_) @name) @definition.package

; function Half (X : Integer) return Integer is … end Half;
(subprogram_body (function_specification name: (_) @name) "is" @body) @definition.function
(subprogram_body (procedure_specification name: (_) @name) "is" @body) @definition.procedure
(expression_function_declaration (function_specification name: (_) @name) "is" @body) @definition.function
(subprogram_declaration (function_specification name: (_) @name)) @definition.function
(subprogram_declaration (procedure_specification name: (_) @name)) @definition.procedure
(generic_subprogram_declaration (function_specification name: (_) @name)) @definition.function
(generic_subprogram_declaration (procedure_specification name: (_) @name)) @definition.procedure
(subprogram_renaming_declaration (function_specification name: (_) @name)) @definition.function
(subprogram_renaming_declaration (procedure_specification name: (_) @name)) @definition.procedure
(package_renaming_declaration name: (_) @name) @definition.package
(null_procedure_declaration (procedure_specification name: (_) @name)) @definition.procedure

; type Item is record … end record;
(full_type_declaration . (identifier) @name) @definition.type
(private_type_declaration . (identifier) @name) @definition.type
(private_extension_declaration . (identifier) @name) @definition.type
(incomplete_type_declaration . (identifier) @name) @definition.type
(subtype_declaration . (identifier) @name) @definition.subtype
(component_declaration . (identifier) @name) @definition.component
(enumeration_type_definition (identifier) @name @definition.literal)

; task type Worker is … end Worker;        protected Store is … end Store;
(task_type_declaration (identifier) @name) @definition.task
(single_task_declaration (identifier) @name) @definition.task
(task_body (identifier) @name) @definition.task
(protected_type_declaration (identifier) @name) @definition.protected
(single_protected_declaration (identifier) @name) @definition.protected
(protected_body (identifier) @name) @definition.protected
(entry_declaration entry_name: (identifier) @name) @definition.entry

; Broken : exception;        Limit : constant Integer := 3;
(exception_declaration (identifier) @name) @definition.exception
(object_declaration name: (identifier) @name) @definition.object
(number_declaration . (identifier) @name) @definition.object
