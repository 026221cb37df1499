; open Core        include Base
(open_module module: (_) @source) @import
(include_module module: (module_path) @source) @import
