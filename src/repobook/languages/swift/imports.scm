; import Foundation    import struct Shop.Cart
(import_declaration (identifier) @source) @import
