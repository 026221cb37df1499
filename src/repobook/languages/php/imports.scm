; use Shop\Cart;      use Shop\Cart as Basket;      use function Shop\total;
(namespace_use_declaration
  (namespace_use_clause
    .
    [
      (qualified_name)
      (name)
    ] @source
    alias: (name)? @import.alias)) @import

; use Shop\{Cart, Item as Thing};
(namespace_use_declaration
  (namespace_name) @import.prefix
  body: (namespace_use_group
    (namespace_use_clause
      .
      [
        (qualified_name)
        (name)
      ] @source
      alias: (name)? @import.alias))) @import

; require_once 'lib/cart.php';      include __DIR__ . '/cart.php';
(require_expression [
  (string (string_content) @source)
  (parenthesized_expression (string (string_content) @source))
  (binary_expression right: (string (string_content) @source))
  (encapsed_string . (string_content) @source .)
] @import.relative) @import
(require_once_expression [
  (string (string_content) @source)
  (parenthesized_expression (string (string_content) @source))
  (parenthesized_expression (binary_expression right: (string (string_content) @source)))
  (binary_expression right: (string (string_content) @source))
  (encapsed_string . (string_content) @source .)
] @import.relative) @import
(include_expression [
  (string (string_content) @source)
  (parenthesized_expression (string (string_content) @source))
  (binary_expression right: (string (string_content) @source))
  (encapsed_string . (string_content) @source .)
] @import.relative) @import
(include_once_expression [
  (string (string_content) @source)
  (parenthesized_expression (string (string_content) @source))
  (binary_expression right: (string (string_content) @source))
  (encapsed_string . (string_content) @source .)
] @import.relative) @import
