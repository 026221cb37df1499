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
