; @import("std")
((builtin_function
  (builtin_identifier) @_import
  (arguments (string (string_content) @source))) @import
  (#any-of? @_import "@import" "@cImport" "@embedFile"))
