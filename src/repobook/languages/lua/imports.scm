; local cart = require("shop.cart")
(variable_declaration
  (assignment_statement
    (variable_list name: (identifier) @import.alias)
    (expression_list
      value: (function_call
        name: (identifier) @_require
        arguments: (arguments . (string content: (_) @source)))))
  (#eq? @_require "require")) @import

; require("shop.cart")      dofile "setup.lua"
(function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (_) @source))
  (#any-of? @_require "require" "dofile" "loadfile")) @import
