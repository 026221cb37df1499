; total($cart)      &total($cart)
(function_call_expression function: (function) @reference.call)
(ambiguous_function_call_expression function: (function) @reference.call)

; $cart->total
(method_call_expression method: (method) @reference.call)

; Shop::Cart->new
(method_call_expression invocant: (bareword) @reference.type)
