;; Prices the carts of a shop.
(defpackage :shop (:use :cl))
(in-package :shop)
(defvar *limit* 3 "How many.")
(defconstant +rate+ 2)
;; Return what a cart costs.
(defun total (cart &optional rate)
  (if rate (sum cart) 1))
(defmacro with-cart (&body body) body)
(defclass cart (base) ((items :initarg :items)))
(defstruct (point (:include base)) x y)
(defgeneric area (shape))
(defmethod area ((s circle)) 1)
(defmethod (setf size) (value cart) value)
(define-condition empty (error) ())
#| a block of words |#
