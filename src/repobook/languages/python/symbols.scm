; """What this module is for."""
(module . (comment)* . (expression_statement . (string) @module.doc .))

; class Cart(Base): ...
(class_definition
  name: (identifier) @name
  body: (block . (comment)* . (expression_statement . (string) @doc .)?) @body) @definition.class

; @property def total(self): ...      @total.setter def total(self, value): ...
(decorated_definition
  (decorator [
    (identifier) @_property
    (attribute attribute: (identifier) @_property)
  ])
  definition: (function_definition
    name: (identifier) @name
    body: (block . (comment)* . (expression_statement . (string) @doc .)?) @body) @definition.property
  (#any-of? @_property "property" "cached_property" "setter" "getter" "deleter" "abstractproperty" "classproperty"))

; def total(self): ...      async def fetch(url): ...
(function_definition
  name: (identifier) @name
  body: (block . (comment)* . (expression_statement . (string) @doc .)?) @body) @definition.function

; type Alias = int      type Pair[T] = tuple[T, T]
(type_alias_statement
  left: (type [
    (identifier) @name
    (generic_type . (identifier) @name)
  ])) @definition.type

; Alias: TypeAlias = int
(expression_statement
  (assignment
    left: (identifier) @name
    type: (type [
      (identifier) @_alias
      (attribute attribute: (identifier) @_alias)
    ])
    right: (_) @value) @definition.type
  (#eq? @_alias "TypeAlias"))

; T = TypeVar("T")      Point = namedtuple("Point", "x y")
(module
  (expression_statement
    (assignment
      left: (identifier) @name
      right: (call function: [
        (identifier) @_maker
        (attribute attribute: (identifier) @_maker)
      ]) @value) @definition.type)
  (#any-of? @_maker
    "TypeVar" "TypeVarTuple" "ParamSpec" "NewType" "namedtuple" "NamedTuple" "TypedDict" "make_dataclass"))

; LIMIT = 3      name: int = 4      a = b = 1
(module
  (expression_statement
    (assignment
      left: (identifier) @name
      right: (_)? @value) @definition.variable))

; class Cart: tax: float = 0.2
(class_definition
  body: (block
    (expression_statement
      (assignment
        left: (identifier) @name
        right: (_)? @value) @definition.variable)))

; try: import numpy; HAS_NUMPY = True  except ImportError: HAS_NUMPY = False
([
  (if_statement (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (elif_clause (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (else_clause (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (try_statement (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (except_clause (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (finally_clause (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (with_statement (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (for_statement (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (while_statement (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
  (case_clause (block (expression_statement (assignment left: (identifier) @name right: (_)? @value) @definition.variable)))
])

; a, b = 1, 2      (a, [b, *c]) = d
(expression_statement
  (assignment
    left: [
      (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name) (tuple_pattern (identifier) @name) (list_pattern (identifier) @name)])
      (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name) (tuple_pattern (identifier) @name) (list_pattern (identifier) @name)])
      (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name) (tuple_pattern (identifier) @name) (list_pattern (identifier) @name)])
    ]) @definition.variable)

; a = b = c = 1
(expression_statement
  (assignment
    right: (assignment
      left: (identifier) @name)) @definition.variable)
(expression_statement
  (assignment
    right: (assignment
      right: (assignment
        left: (identifier) @name))) @definition.variable)
(expression_statement
  (assignment
    right: (assignment
      right: (assignment
        right: (assignment
          left: (identifier) @name)))) @definition.variable)
(expression_statement
  (assignment
    right: (assignment
      right: (assignment
        right: (assignment
          right: (assignment
            left: (identifier) @name))))) @definition.variable)
(expression_statement
  (assignment
    right: (assignment
      right: (assignment
        right: (assignment
          right: (assignment
            right: (assignment
              left: (identifier) @name)))))) @definition.variable)
(expression_statement
  (assignment
    right: (assignment
      right: (assignment
        right: (assignment
          right: (assignment
            right: (assignment
              right: (assignment
                left: (identifier) @name))))))) @definition.variable)

; self.total = 0      self.width, self.height = size
(assignment
  left: (attribute
    object: (identifier) @_self
    attribute: (identifier) @name)
  right: (_)? @value
  (#eq? @_self "self")) @definition.attribute
(assignment
  left: (pattern_list
    (attribute
      object: (identifier) @_self
      attribute: (identifier) @name))
  (#eq? @_self "self")) @definition.attribute

; @decorator before a definition
(decorator) @decorator
