; module cart
(module (module_statement (name) @name) . (_)? @body) @definition.module
(submodule (submodule_statement (name) @name) . (_)? @body) @definition.submodule

; program main
(program (program_statement (name) @name) . (_)? @body) @definition.program
(block_data (block_data_statement (name) @name) . (_)? @body) @definition.block

; subroutine sum_up(a, b)
(subroutine (subroutine_statement name: (name) @name) . (_)? @body) @definition.subroutine
(function (function_statement name: (name) @name) . (_)? @body) @definition.function
(module_procedure (module_procedure_statement name: (name) @name)) @definition.procedure

; type, extends(base) :: item
(derived_type_definition (derived_type_statement (type_name) @name) . (_)? @body) @definition.type
(derived_type_procedures (procedure_statement declarator: (binding (binding_name (identifier) @name))) @definition.procedure)
(derived_type_procedures (procedure_statement declarator: (method_name) @name) @definition.procedure)

; interface add
(interface (interface_statement (name) @name) . (_)? @body) @definition.interface

; integer, parameter :: limit = 3
(variable_declaration declarator: (identifier) @name) @definition.variable
(variable_declaration declarator: (init_declarator left: (identifier) @name)) @definition.variable
(variable_declaration declarator: (sized_declarator . (identifier) @name)) @definition.variable
(enumerator_statement declarator: (identifier) @name) @definition.enumerator
(enumerator_statement declarator: (init_declarator left: (identifier) @name)) @definition.enumerator
