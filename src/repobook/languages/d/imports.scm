; import std.stdio, std.math : sin;
(import_declaration (imported (module_fqn) @source)) @import
