; library shop.cart;
(library_name (dotted_identifier_list) @name) @definition.library

; class Cart extends Base { … }
(class_definition name: (identifier) @name body: (_) @body) @definition.class

; mixin Priced on Item { … }
(mixin_declaration (identifier) @name (class_body) @body) @definition.mixin

; extension Text on String { … }
(extension_declaration name: (identifier) @name body: (_) @body) @definition.extension
(extension_type_declaration name: (identifier) @name body: (_) @body) @definition.extension

; enum Size { small, large }
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.value

; typedef Handler = void Function(int);        typedef int Old(int a);
(type_alias . (type_identifier) @name . (type_parameters)? . "=") @definition.typedef
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.typedef

; int total(int a) { … }
((function_signature name: (identifier) @name) @definition.function . (function_body) @body)
((method_signature (function_signature name: (identifier) @name)) @definition.function . (function_body) @body)
(lambda_expression
  parameters: (function_signature name: (identifier) @name) body: (_) @body) @definition.function
(declaration (function_signature name: (identifier) @name)) @definition.function
(function_signature name: (identifier) @name) @definition.function

; int get size => 3;        set size(int value) { … }
((getter_signature name: (identifier) @name) @definition.getter . (function_body) @body)
((method_signature (getter_signature name: (identifier) @name)) @definition.getter . (function_body) @body)
(declaration (getter_signature name: (identifier) @name)) @definition.getter
((setter_signature name: (identifier) @name) @definition.setter . (function_body) @body)
((method_signature (setter_signature name: (identifier) @name)) @definition.setter . (function_body) @body)
(declaration (setter_signature name: (identifier) @name)) @definition.setter

; Cart operator +(Cart other) => …
((method_signature (operator_signature "operator" @name . (_) @name)) @definition.operator . (function_body) @body)

; Cart(this.name);        Cart.named(int a) : super(a);        factory Cart.make() => …
((method_signature
  (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.constructor . (function_body) @body)
((method_signature
  (constructor_signature
    . (identifier) @name . "." @name . (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body)
(declaration (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration
  (constructor_signature
    . (identifier) @name . "." @name . (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration
  (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration
  (constant_constructor_signature
    (const_builtin) . (identifier) @name . "." @name . (identifier) @name . (formal_parameter_list))) @definition.constructor
((method_signature
  (factory_constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body)
((method_signature
  (factory_constructor_signature
    . (identifier) @name . "." @name . (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body)
(declaration
  (redirecting_factory_constructor_signature
    . (identifier) @name . "." @name . (identifier) @name . (formal_parameter_list))) @definition.constructor

; static const int limit = 3;        final String name, other;
(declaration) @wrapper
(static_final_declaration . (identifier) @name "=" . (_) @value) @definition.constant
(initialized_identifier . (identifier) @name "=" . (_) @value) @definition.variable
(initialized_identifier . (identifier) @name) @definition.variable
