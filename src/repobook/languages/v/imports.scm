; import net.http as h
(import_declaration path: (import_path) @source) @import
