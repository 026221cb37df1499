;; Prices the carts of a shop.
(import (scheme base))
(define limit 3)
;; Return what a cart costs.
(define (total cart rate)
  (define local 1)
  (define (inner x) x)
  (if rate (inner cart) local))
(define double (lambda (x) (* x 2)))
(define-syntax swap! (syntax-rules () ((_ a b) a)))
(define-record-type point (make-point x y) point? (x point-x))
(define-library (shop cart) (export total))
(define* (guile-style x #:optional y) x)
#| a block |#
