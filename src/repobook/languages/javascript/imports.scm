; import Cart, { Item as Thing } from "./cart"
(import_statement
  (import_clause [
    (identifier) @import.name
    (named_imports (import_specifier name: (_) @import.name))
    (namespace_import "*" @import.name)
  ])
  source: (string (string_fragment) @source)) @import

; import "./side-effect.css"
(import_statement
  source: (string (string_fragment) @source)) @import

; export { Item } from "./item"
(export_statement
  (export_clause (export_specifier name: (_) @import.name))
  source: (string (string_fragment) @source)) @import

; export * from "./item"      export * as items from "./item"
(export_statement
  ["*" (namespace_export "*")] @import.name
  source: (string (string_fragment) @source)) @import

; const { join } = require("path")
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name)
  ])
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @source)))
  (#eq? @_require "require")) @import

; require("fs")      import("./lazy.js")
(call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @source))
  (#any-of? @_require "require" "importScripts")) @import
(call_expression
  function: (import)
  arguments: (arguments . (string (string_fragment) @source))) @import
