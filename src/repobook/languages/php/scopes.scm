; function total(Cart $cart, ...$rest)      foreach ($items as $item)      catch (Error $error)
(simple_parameter name: (variable_name (name) @local))
(variadic_parameter name: (variable_name (name) @local))
(foreach_statement (variable_name (name) @local) .)
(foreach_statement (pair (variable_name (name) @local)))
(catch_clause name: (variable_name (name) @local))

; $cart = new Cart();
(assignment_expression left: (variable_name (name) @local))

; $cart->total      Cart::LIMIT
(member_access_expression name: (name) @reference.mention)
(class_constant_access_expression (_) (name) @reference.mention)
