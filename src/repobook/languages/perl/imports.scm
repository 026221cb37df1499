; use List::Util qw(sum);      use parent 'Shop::Base';
(use_statement module: (package) @source) @import
(require_expression [
  (bareword) @source
  (string_literal content: (_) @source)
  (interpolated_string_literal content: (_) @source)
]) @import
