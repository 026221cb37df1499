; module Shop.Cart exposing (Cart)
(module_declaration name: (upper_case_qid) @name) @definition.module

; type alias Cart = { size : Int }
(type_alias_declaration name: (upper_case_identifier) @name) @definition.alias
(type_alias_declaration
  typeExpression: (type_expression part: (record_type fieldType: (field_type name: (_) @name) @definition.field)))

; type Size = Small | Large Int
(type_declaration name: (upper_case_identifier) @name) @definition.type
(union_variant name: (upper_case_identifier) @name) @definition.variant

; total : Cart -> Int        stands before its value
(type_annotation) @decorator

; total cart = …
(value_declaration
  functionDeclarationLeft: (function_declaration_left (lower_case_identifier) @name)
  body: (_) @body) @definition.function

; port send : String -> Cmd msg
(port_annotation name: (lower_case_identifier) @name) @definition.port
