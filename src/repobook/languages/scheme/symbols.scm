; (define (total cart) …)      (define ((curried a) b) …)
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
  (#any-of? @_define
    "define" "define*" "define-public" "define*-public" "define-integrable" "define-inlinable" "define-method"
    "define-inline" "define-generic")) @definition.function

; (define total (lambda (cart) …))
(list
  .
  (symbol) @_define
  .
  (symbol) @name
  .
  (list . (symbol) @_lambda) @body
  (#match? @_define "^define(-public)?$")
  (#match? @_lambda "^(case-)?lambda\\*?$")) @definition.function

; (define-syntax swap! …)      (define-macro (swap! a b) …)
(list
  .
  (symbol) @_define
  .
  [
    (symbol) @name
    (list . (symbol) @name)
  ]
  (#any-of? @_define
    "define-syntax" "define-macro" "defmacro" "define-syntax-rule" "define-syntax-public" "define-syntax-parameter")) @definition.macro

; (define-record-type point …)
(list
  .
  (symbol) @_define
  .
  [
    (symbol) @name
    (list . (symbol) @name)
  ]
  (#match? @_define "^define-(immutable-)?(record|class|structure|enumeration)")) @definition.record

; (define-module (shop cart))      (define-library (shop cart) …)      (library (shop cart) …)
(list
  .
  (symbol) @_define
  .
  [
    (list) @name
    (symbol) @name
  ]
  (#any-of? @_define "define-module" "define-library" "library" "module")) @definition.module

; (define limit 3)
(list
  .
  (symbol) @_define
  .
  (symbol) @name
  .
  (_)? @value
  (#any-of? @_define "define" "define-public" "define-constant" "define-parameter" "define-values" "define-once")) @definition.variable
