; """What this file is for."""
(module . (comment)* . (expression_statement . (string) @module.doc .))

; def make_kernel(name): ...
(function_definition
  name: (identifier) @name
  body: (block . (expression_statement . (string) @doc .)?) @body) @definition.function

; cc_library(name = "cart", srcs = ["cart.cc"])
(call
  function: (identifier) @kind
  arguments: (argument_list
    (keyword_argument
      name: (identifier) @_key
      value: (string (string_content) @name)))
  (#eq? @_key "name")) @definition.target

; native.cc_library(name = "cart")
(call
  function: (attribute attribute: (identifier) @kind)
  arguments: (argument_list
    (keyword_argument
      name: (identifier) @_key
      value: (string (string_content) @name)))
  (#eq? @_key "name")) @definition.target

; shop_library = rule(implementation = _impl)
(module
  (expression_statement
    (assignment
      left: (identifier) @name
      right: (call function: (identifier) @kind)) @definition.rule)
  (#any-of? @kind "rule" "repository_rule" "aspect" "provider" "macro" "module_extension" "tag_class"))

; SRCS = ["a.cc"]
(module
  (expression_statement
    (assignment
      left: (identifier) @name) @definition.variable))
