; package Shop::Cart;
(package_statement
  name: (package) @name
  ";" ) @definition.package @rest

; package Shop::Cart { }
(package_statement
  name: (package) @name
  (block) @body) @definition.package
(class_statement
  name: (package) @name
  (block)? @body) @definition.class

; sub total { }
(subroutine_declaration_statement
  name: (bareword) @name
  body: (_) @body) @definition.subroutine
(method_declaration_statement
  name: (bareword) @name
  body: (_) @body) @definition.method

; use constant LIMIT => 3;      use constant { LOW => 1, HIGH => 2 };
(use_statement
  module: (package) @_constant
  (list_expression . (autoquoted_bareword) @name)
  (#eq? @_constant "constant")) @definition.constant
(use_statement
  module: (package) @_constant
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name))
  (#eq? @_constant "constant")) @definition.constant

; our $VERSION = '1.0';      my $limit = 3;      at the top of the file
(source_file
  (expression_statement
    (assignment_expression
      left: (variable_declaration [
        (scalar (varname) @name)
        (array (varname) @name)
        (hash (varname) @name)
      ])
      right: (_) @value) @definition.variable))

; has name => (is => 'ro');
(expression_statement
  (ambiguous_function_call_expression
    function: (function) @_has
    arguments: (list_expression . (autoquoted_bareword) @name))
  (#eq? @_has "has")) @definition.attribute
