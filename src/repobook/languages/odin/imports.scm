; import rl "vendor:raylib"
(import_declaration (string (string_content) @source)) @import
