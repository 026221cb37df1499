; (import (scheme base))      (load "cart.scm")      (use-modules (srfi srfi-1))
(list
  .
  (symbol) @_import
  (_) @source
  (#any-of? @_import "import" "use-modules" "load" "include" "require" "require-extension")) @import
