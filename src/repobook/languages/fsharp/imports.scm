; open System.Text
(import_decl (long_identifier) @source) @import
