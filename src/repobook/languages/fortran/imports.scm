; use iso_fortran_env, only: int32
(use_statement (module_name) @source) @import
(use_statement (module_name) @source (included_items (identifier) @import.name)) @import

; include 'x.inc'
(include_statement path: (_) @source) @import
