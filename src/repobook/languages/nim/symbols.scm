; type Cart* = ref object of Base
(type_declaration
  (type_symbol_declaration name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ])) @definition.type

; size*: int
(field_declaration
  (symbol_declaration_list
    (symbol_declaration name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]))) @definition.field

; enum small, large
(enum_field_declaration (symbol_declaration name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ])) @definition.member

; proc total*(c: Cart): int = …
(proc_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.proc

; func total*(c: Cart): int = …
(func_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.func

; method total*(c: Cart): int = …
(method_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.method

; iterator total*(c: Cart): int = …
(iterator_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.iterator

; template total*(c: Cart): int = …
(template_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.template

; macro total*(c: Cart): int = …
(macro_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.macro

; converter total*(c: Cart): int = …
(converter_declaration
  name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]
  (documentation_comment (comment_content) @doc)?
  body: (_)? @body) @definition.converter

; const limit* = 3
(const_section
  (variable_declaration
    (symbol_declaration_list
      (symbol_declaration name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]))
    value: (_)? @value) @definition.constant)

; var limit* = 3
(var_section
  (variable_declaration
    (symbol_declaration_list
      (symbol_declaration name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]))
    value: (_)? @value) @definition.variable)

; let limit* = 3
(let_section
  (variable_declaration
    (symbol_declaration_list
      (symbol_declaration name: [
    (identifier) @name
    (exported_symbol (identifier) @name)
    (accent_quoted) @name
    (exported_symbol (accent_quoted) @name)
  ]))
    value: (_)? @value) @definition.variable)
