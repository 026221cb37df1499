; using LinearAlgebra      import Base: show      include("cart.jl")
(using_statement [
  (identifier) @source
  (scoped_identifier) @source
  (import_path) @source
]) @import
(import_statement [
  (identifier) @source
  (scoped_identifier) @source
  (import_path) @source
]) @import
(selected_import
  . (_) @source
  (identifier) @import.name) @import
(call_expression
  . (identifier) @_include
  (argument_list . (string_literal (content) @source @import.relative))
  (#eq? @_include "include")) @import
