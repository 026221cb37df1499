; require "json"      load "setup.rb"
(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string . (string_content) @source .))
  (#any-of? @_require "require" "load" "require_dependency")) @import

; require_relative "lib/cart"
(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string . (string_content) @source .) @import.relative)
  (#eq? @_require "require_relative")) @import

; autoload :Cart, "shop/cart"
(call
  method: (identifier) @_require
  arguments: (argument_list
    .
    (simple_symbol) @import.name
    .
    (string . (string_content) @source .))
  (#eq? @_require "autoload")) @import

; gem "rails", "~> 7.0"
(call
  !receiver
  method: (identifier) @_gem
  arguments: (argument_list . (string . (string_content) @source .) @import.dependency)
  (#eq? @_gem "gem")) @import

; spec.add_dependency "rack"
(call
  receiver: (identifier)
  method: (identifier) @_add
  arguments: (argument_list . (string . (string_content) @source .) @import.dependency)
  (#any-of? @_add "add_dependency" "add_runtime_dependency")) @import

; spec.add_development_dependency "rake"
(call
  receiver: (identifier)
  method: (identifier) @_add
  arguments: (argument_list . (string . (string_content) @source .) @import.development.dependency)
  (#eq? @_add "add_development_dependency")) @import
