; total = cart: cart.sum;
(binding
  attrpath: (attrpath) @name
  expression: (function_expression body: (_) @body)) @definition.function

; name = "shop";      meta.license = lib.licenses.mit;
(binding
  attrpath: (attrpath) @name
  expression: (_) @value) @definition.attribute

; { pkgs, lib ? null }:
(source_code
  expression: (function_expression
    formals: (formals (formal name: (identifier) @name) @definition.argument)))
