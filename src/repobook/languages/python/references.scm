; total(cart)    self.total()
(call function: [
  (identifier) @reference.call
  (attribute attribute: (identifier) @reference.call)
])

; class Cart(Base, abc.ABC, Generic[T]): ...
(class_definition
  superclasses: (argument_list [
    (identifier) @reference.base
    (attribute attribute: (identifier) @reference.base)
    (subscript value: (identifier) @reference.base)
    (subscript value: (attribute attribute: (identifier) @reference.base))
  ]))

; class Cart(metaclass=Meta): ...
(class_definition
  superclasses: (argument_list
    (keyword_argument value: [
      (identifier) @reference.type
      (attribute attribute: (identifier) @reference.type)
    ])))

; def f(x: Item, y: models.Item) -> Cart: ...
(type [
  (identifier) @reference.type
  (attribute attribute: (identifier) @reference.type)
])

; List[Cart]      Callable[[Item], Cart]      typing.List[Cart]
(generic_type . (identifier) @reference.type)
(type (list [
  (identifier) @reference.type
  (attribute attribute: (identifier) @reference.type)
]))
(type (subscript [
  (identifier) @reference.type
  (attribute attribute: (identifier) @reference.type)
]))

; Item | None
(type (binary_operator [
  (identifier) @reference.type
  (attribute attribute: (identifier) @reference.type)
]))

; except errors.Empty:      except (Empty, Full) as error:      raise Empty
(except_clause . value: [
  (identifier) @reference.type
  (attribute attribute: (identifier) @reference.type)
  (tuple [(identifier) @reference.type (attribute attribute: (identifier) @reference.type)])
  (as_pattern . [
    (identifier) @reference.type
    (attribute attribute: (identifier) @reference.type)
    (tuple [(identifier) @reference.type (attribute attribute: (identifier) @reference.type)])
  ])
])
(raise_statement . [
  (identifier) @reference.type
  (attribute attribute: (identifier) @reference.type)
])

; case Cart(items=[]):
(class_pattern (dotted_name (identifier) @reference.type .))

; @property      @functools.wraps      @dataclass(frozen=True)
(decorator [
  (identifier) @reference.decorator
  (attribute attribute: (identifier) @reference.decorator)
  (call function: (identifier) @reference.decorator)
  (call function: (attribute attribute: (identifier) @reference.decorator))
])
