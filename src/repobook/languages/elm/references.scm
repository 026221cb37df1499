; total cart
(function_call_expr target: (value_expr name: (value_qid (lower_case_identifier) @reference.call .)))

; Cart -> Int
(type_ref (upper_case_qid (upper_case_identifier) @reference.type .))
