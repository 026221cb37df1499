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
