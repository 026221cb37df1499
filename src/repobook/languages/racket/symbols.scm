; (define (total cart) …)      (define/public (add item) …)
(list
  .
  (symbol) @_define
  .
  (list . [
    (symbol) @name
    (list . (symbol) @name)
  ])
  .
  (_)? @body
  (#match? @_define "^define(/[a-z-]+)?\\*?$")) @definition.function

; (define total (lambda (cart) …))
(list
  .
  (symbol) @_define
  .
  (symbol) @name
  .
  (list . (symbol) @_lambda) @body
  (#match? @_define "^define(/[a-z-]+)?$")
  (#match? @_lambda "^(lambda|λ|case-lambda|match-lambda\\*?)$")) @definition.function

; (define cart% (class object% …))
(list
  .
  (symbol) @_define
  .
  (symbol) @name
  .
  (list . (symbol) @_class) @body
  (#eq? @_define "define")
  (#match? @_class "^(class\\*?|mixin|interface\\*?|unit)$")) @definition.class

; (struct point (x y))
(list
  .
  (symbol) @_struct
  .
  (symbol) @name
  (#any-of? @_struct "struct" "define-struct" "struct/contract" "serializable-struct")) @definition.struct

; (define-syntax-rule (swap a b) …)
(list
  .
  (symbol) @_define
  .
  [
    (symbol) @name
    (list . (symbol) @name)
  ]
  (#match? @_define "^define-(syntax|simple-macro|syntax-parser|for-syntax)")) @definition.macro

; (module shop racket …)
(list
  .
  (symbol) @_module
  .
  (symbol) @name
  (#any-of? @_module "module" "module*" "module+")) @definition.module

; (define limit 3)      (define-values (q r) …)
(list
  .
  (symbol) @_define
  .
  (symbol) @name
  .
  (_)? @value
  (#match? @_define "^define(/contract)?$")) @definition.variable
(list
  .
  (symbol) @_define
  .
  (list (symbol) @name)
  (#eq? @_define "define-values")) @definition.variable
