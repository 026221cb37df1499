; -include("cart.hrl").
(pp_include file: (_) @source) @import
(pp_include_lib file: (_) @source) @import

; -import(lists, [map/2]).
(import_attribute module: (_) @source) @import
(import_attribute module: (_) @source (fa fun: (_) @import.name)) @import
