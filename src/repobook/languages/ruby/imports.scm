; require "json"      load "setup.rb"
(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @source))
  (#any-of? @_require "require" "load" "require_dependency" "gem")) @import

; require_relative "lib/cart"
(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @source) @import.relative)
  (#eq? @_require "require_relative")) @import

; autoload :Cart, "shop/cart"
(call
  method: (identifier) @_require
  arguments: (argument_list
    .
    (simple_symbol) @import.name
    .
    (string (string_content) @source))
  (#eq? @_require "autoload")) @import
