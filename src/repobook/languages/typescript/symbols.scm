; function total(cart) { }      function* walk() { }
(function_declaration
  name: (identifier) @name
  body: (_) @body) @definition.function
(generator_function_declaration
  name: (identifier) @name
  body: (_) @body) @definition.function

; const total = (cart) => cart.sum      const old = function () { }
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.function

; total = function () { }
(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.function

; (function main() { })()      run(function main() { })      return function main() { }
(parenthesized_expression (function_expression name: (_) @name body: (_) @body) @definition.function)
(call_expression function: (function_expression name: (_) @name body: (_) @body) @definition.function)
(unary_expression (function_expression name: (_) @name body: (_) @body) @definition.function)
(arguments [
  (function_expression name: (_) @name body: (_) @body)
  (generator_function name: (_) @name body: (_) @body)
] @definition.function)
(return_statement [
  (function_expression name: (_) @name body: (_) @body)
  (generator_function name: (_) @name body: (_) @body)
] @definition.function)
(return_statement (class name: (_) @name body: (_) @body) @definition.class)
(arguments (class name: (_) @name body: (_) @body) @definition.class)

; const add = function plus() { }      has a second name
(variable_declarator
  name: (identifier) @_first
  value: [
    (function_expression name: (identifier) @name @definition.function)
    (generator_function name: (identifier) @name @definition.function)
    (class name: (_) @name @definition.class)
  ]
  (#not-eq? @name @_first))
(assignment_expression
  left: (member_expression property: (property_identifier) @_first)
  right: [
    (function_expression name: (identifier) @name @definition.function)
    (generator_function name: (identifier) @name @definition.function)
    (class name: (_) @name @definition.class)
  ]
  (#not-eq? @name @_first)
  (#not-eq? @_first "exports"))

; export default () => 1      export default { data() { } }
(export_statement
  "default" @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.function
(export_statement
  "default" @name
  value: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (object)])
  ]) @value) @definition.object

; class Cart extends Base { }
(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

; const Cart = class { }      shop.Cart = class { }      export default class { }
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @definition.class
(assignment_expression
  left: [
    (identifier) @name
    (member_expression property: (property_identifier) @name)
  ]
  right: (class body: (_) @body)) @definition.class
(export_statement
  "default" @name
  value: (class
    !name
    body: (_) @body)) @definition.class
(class_declaration
  "class" @name
  !name
  body: (_) @body) @definition.class

; const shop = { total() { } }      the names in it are its own
(assignment_expression
  left: [
    (identifier) @name
    (member_expression property: (property_identifier) @name)
  ]
  right: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function)])
  ]) @value
  (#not-match? @name "^(exports|prototype)$")) @definition.object
(pair
  key: (_) @name
  value: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function)])
  ]) @value) @definition.object

; Cart.prototype = { total() { } }
(assignment_expression
  left: (member_expression
    object: [
      (identifier) @name
      (member_expression property: (property_identifier) @name)
    ]
    property: (property_identifier) @_prototype)
  right: (object) @value
  (#eq? @_prototype "prototype")) @definition.prototype

; get total() { }      set total(value) { }
(method_definition
  "get"
  name: (_) @name
  body: (_) @body) @definition.getter
(method_definition
  "set"
  name: (_) @name
  body: (_) @body) @definition.setter

; total() { }      static async #load() { }
(method_definition
  name: (_) @name
  body: (_) @body) @definition.method

; { total: function () { }, "clear": () => 1 }
(pair
  key: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.method

; Cart.prototype.total = function () { }
(assignment_expression
  left: (member_expression
    object: (member_expression
      object: [
        (identifier) @scope
        (member_expression property: (property_identifier) @scope)
      ]
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]
  (#eq? @_prototype "prototype")) @definition.method

; Cart.prototype.total = sum      Cart.prototype.a = Cart.prototype.b = function () { }
(assignment_expression
  left: (member_expression
    object: (member_expression
      object: [
        (identifier) @scope
        (member_expression property: (property_identifier) @scope)
      ]
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (_) @value
  (#eq? @_prototype "prototype")) @definition.property

; exports.total = function () { }      window.total = () => 1
(assignment_expression
  left: (member_expression
    object: [
      (identifier) @_exports
      (member_expression property: (property_identifier) @_exports)
    ]
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]
  (#any-of? @_exports "exports" "window" "global" "globalThis")) @definition.function

; module.exports = function total() { }      module.exports = () => 1
(assignment_expression
  left: (member_expression
    property: (property_identifier) @_exports)
  right: (function_expression
    name: (identifier) @name
    body: (_) @body)
  (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression
      !name
      body: (_) @body)
  ]
  (#eq? @name "exports")) @definition.function

; this.total = function () { }      this.items = []      in a class
(assignment_expression
  left: (member_expression
    object: (this)
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.attribute
(assignment_expression
  left: (member_expression
    object: (this)
    property: [(property_identifier) (private_property_identifier)] @name)
  right: (_) @value) @definition.attribute

; this.total = function () { }      in a function
(assignment_expression
  left: (member_expression
    object: (this)
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.method

; shop.total = function () { }
(assignment_expression
  left: (member_expression
    object: [
      (identifier) @scope
      (member_expression property: (property_identifier) @scope)
    ]
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.function

; exports.LIMIT = 3      module.exports.LIMIT = 3
(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: [
          (identifier) @_exports
          (member_expression property: (property_identifier) @_exports)
        ]
        property: (property_identifier) @name)
      right: (_) @value
      (#eq? @_exports "exports")) @definition.variable))

; const config = { port: 80 }      module.exports = { mode: "test" }
(program
  (_
    (variable_declarator
      value: (object
        (pair
          key: (_) @name
          value: (_) @value) @definition.property))))
(export_statement
  (_
    (variable_declarator
      value: (object
        (pair
          key: (_) @name
          value: (_) @value) @definition.property))))
(program
  (expression_statement
    (assignment_expression
      right: (object
        (pair
          key: (_) @name
          value: (_) @value) @definition.property))))

; const fs = require("fs")      is an import
(program
  (_
    (variable_declarator
      name: (identifier) @name
      value: [
        (call_expression function: (identifier) @_require)
        (call_expression function: (call_expression function: (identifier) @_require))
        (member_expression object: (call_expression function: (identifier) @_require))
      ]
      (#eq? @_require "require")) @definition.none))

; class Cart { private tax = 0.2; total = () => 1 }
(public_field_definition
  name: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (parenthesized_expression (arrow_function body: (_) @body))
    (parenthesized_expression (function_expression body: (_) @body))
  ]) @definition.method
(public_field_definition
  name: (_) @name
  value: (_)? @value) @definition.field

; constructor(private readonly tax: number, public note?: string) { }
([
  (required_parameter (accessibility_modifier) pattern: (identifier) @name)
  (required_parameter "readonly" pattern: (identifier) @name)
  (optional_parameter (accessibility_modifier) pattern: (identifier) @name)
  (optional_parameter "readonly" pattern: (identifier) @name)
] @definition.attribute)

; function total(cart: Cart): number      a signature alone: an overload, or declared
(function_signature name: (identifier) @name) @definition.function
(class_body (method_signature name: (_) @name) @definition.method)
(abstract_method_signature name: (_) @name) @definition.method

; abstract class Cart { }
(abstract_class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

; interface Cart { total(): number; items: Item[] }
(interface_declaration
  name: (_) @name
  body: (_) @body) @definition.interface
(interface_body (property_signature name: (_) @name) @definition.property)
(interface_body (method_signature name: (_) @name) @definition.method)

; type Cart = { items: Item[] }
(type_alias_declaration
  name: (_) @name
  value: (_) @value) @definition.type
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.property))
(type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.method))

; enum Color { Red, Green = "green" }
(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.enum
(enum_body name: (_) @name @definition.member)
(enum_body
  (enum_assignment
    name: (_) @name
    value: (_) @value) @definition.member)

; namespace Shop.Carts { }      declare module "shop" { }
(internal_module
  name: (_) @name
  body: (_) @body) @definition.namespace
(module
  name: (_) @name
  body: (_)? @body) @definition.module

; const LIMIT = 3
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant))
(export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant))
(internal_module body: (statement_block (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)))
(module body: (statement_block (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)))
(ambient_declaration (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant))
(ambient_declaration (statement_block (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)))

; let count = 0      var old
(program (lexical_declaration "let" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(export_statement (lexical_declaration "let" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(export_statement (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(internal_module body: (statement_block (lexical_declaration "let" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))
(internal_module body: (statement_block (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))
(module body: (statement_block (lexical_declaration "let" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))
(module body: (statement_block (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))
(ambient_declaration (lexical_declaration "let" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(ambient_declaration (statement_block (lexical_declaration "let" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))
(ambient_declaration (statement_block (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))

; const { width, height: h } = size      const [first, second] = pair
(program (lexical_declaration
    (variable_declarator
      name: [
        (object_pattern [
          (shorthand_property_identifier_pattern) @name
          (pair_pattern value: (identifier) @name)
          (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
          (rest_pattern (identifier) @name)
        ])
        (array_pattern [
          (identifier) @name
          (assignment_pattern left: (identifier) @name)
          (rest_pattern (identifier) @name)
        ])
      ]
      value: [
        (identifier)
        (member_expression)
        (object)
        (array)
        (subscript_expression)
      ]) @definition.constant))
(export_statement (lexical_declaration
    (variable_declarator
      name: [
        (object_pattern [
          (shorthand_property_identifier_pattern) @name
          (pair_pattern value: (identifier) @name)
          (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
          (rest_pattern (identifier) @name)
        ])
        (array_pattern [
          (identifier) @name
          (assignment_pattern left: (identifier) @name)
          (rest_pattern (identifier) @name)
        ])
      ]
      value: [
        (identifier)
        (member_expression)
        (object)
        (array)
        (subscript_expression)
      ]) @definition.constant))

; describe("a cart", () => { it("adds", function () { }) })
(call_expression
  function: [
    (identifier) @_test
    (member_expression object: (identifier) @_test)
    (call_expression function: (member_expression object: (identifier) @_test))
  ]
  arguments: (arguments
    .
    [
      (string)
      (template_string)
    ] @name
    [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ])
  (#any-of? @_test
    "describe" "it" "test" "suite" "context" "specify" "fdescribe" "xdescribe" "fit" "xit" "xtest")) @definition.test

; export … around a definition, const … around one variable
(export_statement declaration: [
  (function_declaration)
  (generator_function_declaration)
  (class_declaration)
  (abstract_class_declaration)
  (interface_declaration)
  (type_alias_declaration)
  (enum_declaration)
  (internal_module)
  (module)
  (function_signature)
  (ambient_declaration)
  (lexical_declaration)
  (variable_declaration)
]) @wrapper
(lexical_declaration . (variable_declarator
    name: (identifier)
    value: [(arrow_function) (function_expression) (generator_function) (class)]) .) @wrapper
(variable_declaration . (variable_declarator
    name: (identifier)
    value: [(arrow_function) (function_expression) (generator_function) (class)]) .) @wrapper
(program [
    (lexical_declaration . (variable_declarator) .)
    (variable_declaration . (variable_declarator) .)
  ] @wrapper)
(export_statement [
    (lexical_declaration . (variable_declarator) .)
    (variable_declaration . (variable_declarator) .)
  ] @wrapper)
(internal_module body: (statement_block [
    (lexical_declaration . (variable_declarator) .)
    (variable_declaration . (variable_declarator) .)
  ] @wrapper))
(module body: (statement_block [
    (lexical_declaration . (variable_declarator) .)
    (variable_declaration . (variable_declarator) .)
  ] @wrapper))
(ambient_declaration [
    (lexical_declaration . (variable_declarator) .)
    (variable_declaration . (variable_declarator) .)
  ] @wrapper)
(ambient_declaration (statement_block [
    (lexical_declaration . (variable_declarator) .)
    (variable_declaration . (variable_declarator) .)
  ] @wrapper))
(ambient_declaration [
  (function_signature)
  (class_declaration)
  (abstract_class_declaration)
  (interface_declaration)
  (type_alias_declaration)
  (enum_declaration)
  (internal_module)
  (module)
  (lexical_declaration . (variable_declarator) .)
  (variable_declaration . (variable_declarator) .)
]) @wrapper
