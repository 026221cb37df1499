; int Total(Cart cart)      cart => cart.Total
(parameter name: (identifier) @local)
(lambda_expression parameters: (implicit_parameter) @local)

; var cart = new Cart();      foreach (var item in items)      catch (Exception error)      out var left
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(for_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(declaration_pattern name: (identifier) @local)

; cart.Total
(member_access_expression name: (identifier) @reference.mention)

; { var cart = 1; }      foreach (var cart in carts)      cart => cart.Total      case Cart cart:
[
  (block)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (catch_clause)
  (lambda_expression)
  (anonymous_method_expression)
  (switch_section)
  (switch_expression_arm)
] @local.order
[
  (method_declaration)
  (constructor_declaration)
  (operator_declaration)
  (conversion_operator_declaration)
  (indexer_declaration)
  (local_function_statement)
  (delegate_declaration)
] @local.function

; class Box<T>      K Key<K>(T one)
(type_parameter name: (identifier) @local.type)
