; import 'package:shop/cart.dart' as cart;        export 'src/cart.dart';
(library_import (import_specification (configurable_uri (uri (string_literal) @source)))) @import
(library_export (configurable_uri (uri (string_literal) @source))) @import

; part 'cart.g.dart';
(part_directive (uri (string_literal) @source)) @import
