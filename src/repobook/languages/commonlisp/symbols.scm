; (defun total (cart) …)      (defmethod area ((s circle)) …)      (defmacro with-cart …)
(list_lit
  (defun
    (defun_header
      keyword: (defun_keyword) @kind
      function_name: (_) @name
      lambda_list: (_)? )
    .
    (_)? @body)) @definition.def

; (defvar *limit* 3)      (defclass cart (base) …)      (defpackage :shop …)
(list_lit
  .
  value: (sym_lit) @kind
  .
  value: [
    (sym_lit) @name
    (kwd_lit (kwd_symbol) @name)
    (list_lit . value: (sym_lit) @name)
    (str_lit) @name
  ]
  .
  value: (_)? @value
  (#match? @kind "(?i)^(def|define-)")) @definition.def
