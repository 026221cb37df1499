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

; case Cart() as x      case [x, *rest]      case {"k": x}      case Cart(total=x)
(case_pattern (dotted_name . (identifier) @local .))
(case_pattern (as_pattern (case_pattern) (identifier) @local))
(keyword_pattern (identifier) (dotted_name . (identifier) @local .))
(splat_pattern (identifier) @local)

; def first[T](xs: list[T]) -> T      type Pair[T] = tuple[T, T]      class Box[T]
(function_definition type_parameters: (type_parameter (type [
  (identifier) @local
  (splat_type (identifier) @local)
  (constrained_type . (type (identifier) @local))
])))
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @local)))))
(class_definition type_parameters: (type_parameter (type [
  (identifier) @local.type
  (splat_type (identifier) @local.type)
  (constrained_type . (type (identifier) @local.type))
])))

; what such names are in force in
(lambda) @local.function
(lambda_parameters) @local.after
[
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
  (type_alias_statement)
] @local.block
(case_clause) @local.clause
(named_expression) @local.hoist

; a.b      a.b.c: every name after a dot
(attribute attribute: (identifier) @reference.mention)
