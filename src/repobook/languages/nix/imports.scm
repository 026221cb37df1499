; import ./other.nix      callPackage ./pkg.nix { }
(apply_expression
  function: [
    (variable_expression name: (identifier) @_import)
    (select_expression attrpath: (attrpath attr: (identifier) @_import .))
  ]
  argument: [
    (path_expression)
    (spath_expression)
  ] @source
  (#any-of? @_import "import" "callPackage")) @import

; imports = [ ./hardware.nix ];
(binding
  attrpath: (attrpath (identifier) @_imports .)
  expression: (list_expression element: (path_expression) @source)
  (#any-of? @_imports "imports" "modules")) @import
