; (require racket/list "cart.rkt" (prefix-in p: shop))
(list
  .
  (symbol) @_require
  [
    (symbol) @source
    (string) @source
    (list (symbol) @source .)
    (list (string) @source .)
  ]
  (#eq? @_require "require")) @import
