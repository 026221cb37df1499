; #include <stdio.h>      #include "cart.h"      #include CONFIG_HEADER
(preproc_include path: (_) @import)
