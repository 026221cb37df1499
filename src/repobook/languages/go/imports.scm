; import "fmt"    import ( str "strings" )
(import_spec name: (package_identifier)? @import.alias path: (interpreted_string_literal (interpreted_string_literal_content) @source)) @import
(import_spec name: (package_identifier)? @import.alias path: (raw_string_literal (raw_string_literal_content) @source)) @import
