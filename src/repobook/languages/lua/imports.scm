; require("shop.cart")      dofile "setup.lua"
(function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (_) @source))
  (#any-of? @_require "require" "dofile" "loadfile")) @import
