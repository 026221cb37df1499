; import "fmt"    import ( str "strings" )
(import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @source)) @import
(import_spec path: (raw_string_literal (raw_string_literal_content) @source)) @import
