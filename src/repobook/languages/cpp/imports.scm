; #include <stdio.h>      #include "cart.h"      #include CONFIG_HEADER
(preproc_include path: (_) @import)

; import shop.cart;      import <vector>;      import :items;
(import_declaration name: (_) @import)
(import_declaration header: (_) @import)
(import_declaration partition: (_) @import)
