; import os.path        import numpy as np
(import_statement
  name: [
    (dotted_name) @source
    (aliased_import name: (dotted_name) @source alias: (identifier) @import.alias)
  ]) @import

; from .models import Item, Cart as C
(import_from_statement
  module_name: (_) @source
  name: [
    (dotted_name) @import.name
    (aliased_import) @import.name
  ]) @import

; from .models import *
(import_from_statement
  module_name: (_) @source
  (wildcard_import) @import.name) @import

; from __future__ import annotations
(future_import_statement
  "__future__" @source
  name: [
    (dotted_name) @import.name
    (aliased_import) @import.name
  ]) @import

; shop = importlib.import_module("shop.cart")      import_module("shop.cart")
(assignment
  left: (identifier) @import.alias
  right: (call
    function: [(identifier) @_function (attribute attribute: (identifier) @_function)]
    arguments: (argument_list . (string (string_content) @source) .) @import.dynamic)
  (#eq? @_function "import_module")) @import
(call
  function: [(identifier) @_function (attribute attribute: (identifier) @_function)]
  arguments: (argument_list . (string (string_content) @source) .) @import.dynamic
  (#eq? @_function "import_module")) @import
