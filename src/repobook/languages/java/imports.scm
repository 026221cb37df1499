; import java.util.List;
((import_declaration [(identifier) (scoped_identifier)] @source .) @import
  (#not-match? @import "^import\\s+static\\b"))

; import java.util.*;    import static java.lang.Math.*;
(import_declaration (_) @source (asterisk) @import.name) @import

; import static java.lang.Math.max;
(import_declaration
  "static"
  (scoped_identifier
    scope: (_) @source
    name: (identifier) @import.name) .) @import

; requires java.sql;
(requires_module_directive module: (_) @source) @import
