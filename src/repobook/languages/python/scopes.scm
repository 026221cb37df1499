; def f(a, b: Cart, c=1, d: int = 2, *args, **options): ...      lambda a, b=1: ...
[
  (parameters [
    (identifier) @local
    (typed_parameter . (identifier) @local)
    (default_parameter name: (identifier) @local)
    (typed_default_parameter name: (identifier) @local)
    (list_splat_pattern (identifier) @local)
    (dictionary_splat_pattern (identifier) @local)
    (typed_parameter [(list_splat_pattern (identifier) @local) (dictionary_splat_pattern (identifier) @local)])
  ])
  (lambda_parameters [
    (identifier) @local
    (default_parameter name: (identifier) @local)
    (list_splat_pattern (identifier) @local)
    (dictionary_splat_pattern (identifier) @local)
  ])
]

; x = f()      x: Cart = f()      a, b = pair      (x := f())
(assignment left: [
  (identifier) @local
  (pattern_list [(identifier) @local (list_splat_pattern (identifier) @local) (tuple_pattern (identifier) @local)])
  (tuple_pattern [(identifier) @local (list_splat_pattern (identifier) @local)])
])
(named_expression name: (identifier) @local)

; for x in xs: ...      [x for x in xs]
[
  (for_statement left: [(identifier) @local (pattern_list [(identifier) @local (tuple_pattern (identifier) @local)]) (tuple_pattern (identifier) @local)])
  (for_in_clause left: [(identifier) @local (pattern_list [(identifier) @local (tuple_pattern (identifier) @local)]) (tuple_pattern (identifier) @local)])
]

; with f() as x: ...      except Error as x: ...
(as_pattern_target (identifier) @local)

; a.b      a.b.c: every name after a dot
(attribute attribute: (identifier) @reference.mention)
