; (require 'cl-lib)      (load "file")
(list
  .
  (symbol) @_require
  .
  [
    (quote (symbol) @source)
    (string) @source
  ]
  (#any-of? @_require "require" "load" "load-file" "autoload")) @import
