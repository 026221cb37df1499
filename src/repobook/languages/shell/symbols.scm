; total() { … }      function total { … }
(function_definition
  name: (word) @name
  body: (_) @body) @definition.function

; alias ll='ls -l'
(command
  name: (command_name (word) @_alias)
  argument: [
    (concatenation . (word) @name)
    (word) @name
  ]
  (#eq? @_alias "alias")
  (#match? @name "^[^-=$][^=]*=")) @definition.alias

; @test "adds items" { … }      of Bats
(command
  name: (command_name (word) @_test)
  argument: [
    (string)
    (raw_string)
  ] @name
  (#eq? @_test "@test")) @definition.test

; readonly LIMIT=3      declare -r LIMIT=3
(program
  (declaration_command
    "readonly"
    (variable_assignment
      name: (variable_name) @name
      value: (_)? @value)) @definition.constant)
(program
  (declaration_command
    ["declare" "typeset"]
    (word) @_flag
    (variable_assignment
      name: (variable_name) @name
      value: (_)? @value)
    (#match? @_flag "^-[a-zA-Z]*r")) @definition.constant)

; LIMIT=3      export LIMIT=3      declare -A table=()
(program
  (variable_assignment
    name: (variable_name) @name
    value: (_)? @value) @definition.variable)
(program
  (variable_assignments
    (variable_assignment
      name: (variable_name) @name
      value: (_)? @value) @definition.variable))
(program
  (declaration_command
    (variable_assignment
      name: (variable_name) @name
      value: (_)? @value)) @definition.variable)

; if …; then LIMIT=3; fi
(program
  (if_statement [
    (variable_assignment
      name: (variable_name) @name
      value: (_)? @value) @definition.variable
    (declaration_command
      (variable_assignment
        name: (variable_name) @name
        value: (_)? @value)) @definition.variable
    (else_clause
      (variable_assignment
        name: (variable_name) @name
        value: (_)? @value) @definition.variable)
  ]))
