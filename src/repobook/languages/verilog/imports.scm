; `include "defs.vh"
(include_compiler_directive (double_quoted_string) @source) @import

; import pkg::*;
(package_import_item (package_identifier (simple_identifier) @source)) @import
