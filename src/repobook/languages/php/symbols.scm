; namespace App\Models;
(namespace_definition
  name: (_) @name
  !body) @definition.namespace @rest

; namespace App\Models { }
(namespace_definition
  name: (_) @name
  body: (_) @body) @definition.namespace

; abstract class Cart extends Base { }
(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

; interface Priced { }
(interface_declaration
  name: (_) @name
  body: (_) @body) @definition.interface

; trait Counts { }
(trait_declaration
  name: (_) @name
  body: (_) @body) @definition.trait

; enum Suit: string { case Hearts = 'H'; }
(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.enum
(enum_case
  name: (_) @name
  value: (_)? @value) @definition.case

; function total(array $items = []) { }
(function_definition
  name: (_) @name
  body: (_) @body) @definition.function

; public function total(): int { }      abstract function total();
(method_declaration
  name: (_) @name
  body: (_)? @body) @definition.method

; $total = function ($cart) { };      at the top of the file
(program
  (expression_statement
    (assignment_expression
      left: (variable_name (name) @name)
      right: [
        (anonymous_function body: (_) @body)
        (arrow_function body: (_) @body)
      ]) @definition.function))

; const LIMIT = 3;
(const_declaration
  (const_element
    . (name) @name
    . (_) @value)) @definition.constant

; define('LIMIT', 3);      \define(<<<END … END, 3);
(function_call_expression
  function: [
    (name) @_define
    (qualified_name (name) @_define)
  ]
  arguments: (arguments
    .
    (argument [
      (string (string_content) @name)
      (encapsed_string . (string_content) @name .)
      (heredoc value: (heredoc_body . (string_content) @name .))
      (nowdoc value: (nowdoc_body . (nowdoc_string) @name .))
    ]))
  (#eq? @_define "define")) @definition.constant

; public string $name { get => 1; }
(property_declaration
  (property_element
    name: (variable_name (name) @name))
  (property_hook_list) @body) @definition.property

; private ?string $name = null;
(property_declaration
  (property_element
    name: (variable_name (name) @name)
    default_value: (_)? @value)) @definition.property

; function __construct(private Db $db) { }
(property_promotion_parameter
  name: (variable_name (name) @name)) @definition.property

; $config = 1;      at the top of the file
(program
  (expression_statement
    (assignment_expression
      left: (variable_name (name) @name)
      right: (_) @value) @definition.variable))
