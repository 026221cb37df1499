; import com.shop.Cart    import com.shop.Cart as Basket
(import_header (identifier) @source (import_alias (type_identifier) @import.alias)?) @import

; import com.shop.*
(import_header (identifier) @source (wildcard_import) @import.name) @import
