; function f(a, { b, c: d }, [e], f = 1, ...rest) { }      a => a      catch (error) { }
([(required_parameter pattern: [
    (identifier) @local
    (rest_pattern (identifier) @local)
  ])
  (optional_parameter pattern: (identifier) @local)])
(arrow_function parameter: (identifier) @local)
(catch_clause parameter: (identifier) @local)

; const { a, b: c, d = 1, ...rest } = cart      const [a, b = 1] = pair
(object_pattern [
  (shorthand_property_identifier_pattern) @local
  (pair_pattern value: [(identifier) @local (assignment_pattern left: (identifier) @local)])
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
  (rest_pattern (identifier) @local)
])
(array_pattern [
  (identifier) @local
  (assignment_pattern left: (identifier) @local)
  (rest_pattern (identifier) @local)
])

; const cart = new Cart()      for (const cart of carts) { }
(variable_declarator name: (identifier) @local)
(for_in_statement left: (identifier) @local)

; cart.total      cart?.total      this.#total
(member_expression property: [(property_identifier) (private_property_identifier)] @reference.mention)

; export { total, cart as basket }      export default cart      export default class Cart { }
(export_statement
  (export_clause (export_specifier) @local.export)
  !source)
(export_statement
  "default"
  value: (identifier)) @local.export
(export_statement
  "default"
  declaration: (_ name: (_))) @local.export

; module.exports = Cart
((assignment_expression
  left: (member_expression)
  right: (identifier)) @local.export
  (#match? @local.export "^module\\.exports\\s*="))

; items.each(function () { this })      const total = function () { this }      { total() { this } }
(arguments (function_expression body: (_) @local.this))
(variable_declarator value: (function_expression body: (_) @local.this))
(return_statement (function_expression body: (_) @local.this))
(pair value: (function_expression body: (_) @local.this))
(function_declaration body: (_) @local.this)
(generator_function_declaration body: (_) @local.this)
(object (method_definition body: (_) @local.this))

; function first<T>(items: T[]): T      type Inner = T extends Array<infer U> ? U : never      { [K in keyof T]: 1 }
(type_parameter name: (type_identifier) @local.type)
(infer_type (type_identifier) @local.type)
(mapped_type_clause name: (type_identifier) @local.type)

; let kind: Kind.Large      typeof cart
(nested_type_identifier module: [
  (identifier) @reference.mention
  (nested_identifier property: (property_identifier) @reference.mention)
])
(nested_identifier property: (property_identifier) @reference.mention)

; if (open) { const cart = 1 }      for (const cart of carts) { }      case 1: let cart
[
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
  (class_static_block)
] @local.block
[
  (function_declaration)
  (function_expression)
  (generator_function)
  (generator_function_declaration)
  (arrow_function)
  (method_definition)
] @local.function

; var cart
(variable_declaration) @local.hoist

; open: (cart: Cart) => void      total(cart: Cart): number;
[
  (function_type)
  (constructor_type)
  (method_signature)
  (abstract_method_signature)
  (function_signature)
  (call_signature)
  (construct_signature)
] @local.block
