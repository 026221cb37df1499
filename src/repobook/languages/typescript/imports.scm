; import Cart, { Item as Thing } from "./cart"
(import_statement
  (import_clause [
    (identifier) @import.default
    (named_imports (import_specifier) @import.name)
    (namespace_import) @import.name
  ])
  source: (string (string_fragment) @source)) @import

; import "./side-effect.css"
(import_statement
  source: (string (string_fragment) @source)) @import

; export { Item, Cart as Basket } from "./item"
(export_statement
  "export" @import.export
  (export_clause (export_specifier) @import.name)
  source: (string (string_fragment) @source)) @import

; export * from "./item"      export * as items from "./item"
(export_statement
  "export" @import.export
  ["*" (namespace_export)] @import.name
  source: (string (string_fragment) @source)) @import

; const { join, sep: separator } = require("path")
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern) @import.name
  ])
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @source)))
  (#eq? @_require "require")) @import

; const fs = require("fs")
(variable_declarator
  name: (identifier) @import.alias
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

; import fs = require("fs")
(import_statement
  (import_require_clause
    (identifier) @import.alias
    source: (string (string_fragment) @source))) @import
