; fun total(cart: Cart)      { cart: Cart -> cart.total }      val cart = Cart()
(parameter (simple_identifier) @local)
(lambda_parameters (variable_declaration (simple_identifier) @local))
(property_declaration (variable_declaration (simple_identifier) @local))
(for_statement (variable_declaration (simple_identifier) @local))
(multi_variable_declaration (variable_declaration (simple_identifier) @local))
(catch_block (simple_identifier) @local)

; cart.total
(navigation_expression (navigation_suffix (simple_identifier) @reference.mention))

; { val cart = 1 }      for (cart in carts)      { cart -> cart.total() }      catch (error: Error)
[
  (control_structure_body)
  (lambda_literal)
  (for_statement)
  (catch_block)
  (finally_block)
  (try_expression)
  (when_entry)
  (when_expression)
] @local.order
[
  (function_declaration)
  (anonymous_function)
  (secondary_constructor)
  (getter)
  (setter)
] @local.function

; val cart = cart.parent
(property_declaration) @local.after

; class Box<T>      fun <K> key(one: K)
(type_parameter (type_identifier) @local.type)
