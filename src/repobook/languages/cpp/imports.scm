; #include <stdio.h>      #include "cart.h"      #include CONFIG_HEADER
(preproc_include path: (_) @source) @import

; import shop.cart;      import <vector>;      import :items;
(import_declaration name: (_) @source) @import
(import_declaration header: (_) @source) @import
(import_declaration partition: (_) @source) @import
