; (defun shop-total (cart) "Return the sum." …)
(function_definition
  name: (symbol) @name
  parameters: (_)
  docstring: (string) @doc @body) @definition.function
(function_definition
  name: (symbol) @name
  parameters: (_)
  .
  (_)? @body) @definition.function
(macro_definition
  name: (symbol) @name
  parameters: (_)
  docstring: (string) @doc @body) @definition.macro
(macro_definition
  name: (symbol) @name
  parameters: (_)
  .
  (_)? @body) @definition.macro

; (defvar shop-limit 3 "How many.")      (defconst shop-limit 3)
(special_form
  ["defvar" "defconst"] @kind
  .
  (symbol) @name
  .
  (_)? @value
  .
  (string)? @doc) @definition.variable

; (cl-defun shop-total (cart) "Return the sum." …)      (cl-defmethod …)
(list
  .
  (symbol) @kind
  .
  (symbol) @name
  .
  (list) @value
  .
  (string)? @doc
  (#match? @kind "^(cl-def|def|ert-def|transient-def|evil-def)")) @definition.def

; (defcustom shop-limit 3 "How many.")      (define-minor-mode shop-mode "Doc.")
(list
  .
  (symbol) @kind
  .
  (symbol) @name
  .
  (_)? @value
  .
  (string)? @doc
  (#match? @kind "^(cl-def|def|ert-def|transient-def|evil-def)")) @definition.def

; (cl-defstruct (shop-item (:copier nil)) name)
(list
  .
  (symbol) @kind
  .
  (list . (symbol) @name)
  (#match? @kind "^cl-defstruct$")) @definition.def

; (defalias 'shop-sum 'shop-total)
(list
  .
  (symbol) @kind
  .
  (quote (symbol) @name)
  (#any-of? @kind "defalias" "define-obsolete-function-alias" "define-obsolete-variable-alias" "defvaralias")) @definition.alias
