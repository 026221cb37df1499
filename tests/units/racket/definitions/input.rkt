#lang racket
; Prices the carts of a shop.
(require racket/list "lib.rkt" (prefix-in p: shop/till))
(provide total)
(define limit 3)
; Return what a cart costs.
(define (total cart rate)
  (define local 1)
  (if rate local 2))
(define double (λ (x) (* x 2)))
(define-syntax-rule (swap a b) (list b a))
(struct point (x y) #:transparent)
(define cart% (class object% (super-new) (define/public (add x) x)))
(define-values (q r) (values 1 2))
(module+ test (check-equal? 1 1))
