; import tables, strutils        include other
(import_statement (expression_list (_) @source)) @import
(include_statement (expression_list (_) @source)) @import

; from math import sin
(import_from_statement module: (_) @source) @import
(import_from_statement module: (_) @source (expression_list (identifier) @import.name)) @import
