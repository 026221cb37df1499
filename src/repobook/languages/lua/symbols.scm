; function total(cart) end      local function total(cart) end
(function_declaration
  name: (identifier) @name
  body: (_) @body) @definition.function
(function_declaration
  name: (identifier) @name
  !body
  "end" @body) @definition.function

; function Cart.total(rate) end
(function_declaration
  name: (dot_index_expression
    table: (_) @scope
    field: (identifier) @name)
  body: (_) @body) @definition.function
(function_declaration
  name: (dot_index_expression
    table: (_) @scope
    field: (identifier) @name)
  !body
  "end" @body) @definition.function

; function Cart:total(rate) end
(function_declaration
  name: (method_index_expression
    table: (_) @scope
    method: (identifier) @name)
  body: (_) @body) @definition.method
(function_declaration
  name: (method_index_expression
    table: (_) @scope
    method: (identifier) @name)
  !body
  "end" @body) @definition.method

; local total = function(cart) end      total = function(cart) end
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: [(function_definition body: (_) @body) (function_definition !body "end" @body)]))) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: [(function_definition body: (_) @body) (function_definition !body "end" @body)])) @definition.function

; Cart.total = function(rate) end      Cart["total"] = function(rate) end
(assignment_statement
  (variable_list
    . name: [
      (dot_index_expression
        table: (_) @scope
        field: (identifier) @name)
      (bracket_index_expression
        table: (_) @scope
        field: (string content: (_) @name))
    ])
  (expression_list . value: [(function_definition body: (_) @body) (function_definition !body "end" @body)])) @definition.function

; { total = function(rate) end }
(field
  name: [
    (identifier) @name
    (string content: (_) @name)
  ]
  value: [(function_definition body: (_) @body) (function_definition !body "end" @body)]) @definition.function

; local json = require("json")      is an import
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list name: (identifier) @name)
      (expression_list
        value: [
          (function_call name: (identifier) @_require)
          (dot_index_expression table: (function_call name: (identifier) @_require))
        ]
        (#eq? @_require "require")))) @definition.none)

; Cart.limit = 3      at the top of the file
(chunk
  (assignment_statement
    (variable_list
      name: (dot_index_expression
        table: (_) @scope
        field: (identifier) @name))
    (expression_list value: (_) @value)) @definition.field)

; local Cart = {}      LIMIT = 3
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list name: (identifier) @name)
      (expression_list . value: (_) @value))) @definition.variable)
(chunk
  (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk
  (assignment_statement
    (variable_list name: (identifier) @name)
    (expression_list . value: (_) @value)) @definition.variable)

; local colors = { red = 1 }
(chunk
  (variable_declaration
    (assignment_statement
      (expression_list
        value: (table_constructor
          (field
            name: [
              (identifier) @name
              (string content: (_) @name)
            ]
            value: (_) @value) @definition.field)))))
(chunk
  (assignment_statement
    (expression_list
      value: (table_constructor
        (field
          name: [
            (identifier) @name
            (string content: (_) @name)
          ]
          value: (_) @value) @definition.field))))

; describe("a cart", function() it("adds", function() end) end)
(function_call
  name: (identifier) @_test
  arguments: (arguments
    .
    (string) @name
    .
    [(function_definition body: (_) @body) (function_definition !body "end" @body)])
  (#any-of? @_test "describe" "it" "context" "test" "pending" "spec")) @definition.test
