; total <- function(cart, rate = 1) { }      total = function(cart) cart
(binary_operator
  lhs: [
    (identifier) @name
    (string content: (_) @name)
  ]
  operator: ["<-" "<<-" "="]
  rhs: (function_definition body: (_) @body)) @definition.function

; cart$total <- function(rate) { }
(binary_operator
  lhs: (extract_operator
    lhs: (_) @scope
    rhs: (identifier) @name)
  operator: ["<-" "<<-" "="]
  rhs: (function_definition body: (_) @body)) @definition.function

; Cart <- R6Class("Cart", public = list(total = function() 1))
(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "<<-" "="]
  rhs: (call function: [
    (identifier) @_class
    (namespace_operator rhs: (identifier) @_class)
  ] arguments: (_) @value)
  (#any-of? @_class "R6Class" "setRefClass" "new_class")) @definition.class
(call
  function: (identifier) @_list
  arguments: (arguments
    (argument
      name: (identifier) @name
      value: (function_definition body: (_) @body)) @definition.method)
  (#any-of? @_list "list" "methods"))

; setClass("Cart", …)
(call
  function: (identifier) @_set
  arguments: (arguments . (argument value: (string content: (_) @name))) @value
  (#any-of? @_set "setClass" "setRefClass" "setClassUnion")) @definition.class

; setGeneric("total", …)      setMethod("total", "Cart", …)
(call
  function: (identifier) @_set
  arguments: (arguments . (argument value: (string content: (_) @name))) @value
  (#eq? @_set "setGeneric")) @definition.generic
(call
  function: (identifier) @_set
  arguments: (arguments . (argument value: (string content: (_) @name))) @value
  (#any-of? @_set "setMethod" "setReplaceMethod" "setValidity")) @definition.method

; LIMIT <- 3      at the top of the file
(program
  (binary_operator
    lhs: (identifier) @name
    operator: ["<-" "<<-" "="]
    rhs: (_) @value) @definition.variable)
(program
  (binary_operator
    operator: ["->" "->>"]
    rhs: (identifier) @name) @definition.variable)

; test_that("it adds", { })
(call
  function: (identifier) @_test
  arguments: (arguments . (argument value: (string content: (_) @name))) @body
  (#any-of? @_test "test_that" "describe" "it")) @definition.test
