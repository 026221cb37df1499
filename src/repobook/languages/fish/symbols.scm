; function total --description "Adds" …
(function_definition
  name: (word) @name
  option: (_)*
  .
  [(command) (if_statement) (for_statement) (while_statement) (switch_statement) (begin_statement) (return) "end"] @body) @definition.function
(function_definition name: (_) @name) @definition.function

; set -g limit 3
(program
  (command
    name: (word) @_set
    argument: (word) @_flag
    .
    argument: (word) @name
    (#eq? @_set "set")
    (#match? @_flag "^-")
    (#match? @name "^[A-Za-z_]")) @definition.variable)
(program
  (command
    name: (word) @_set
    .
    argument: (word) @name
    (#eq? @_set "set")
    (#match? @name "^[A-Za-z_]")) @definition.variable)

; alias ll "ls -l"      abbr -a gs git status
(command
  name: (word) @_alias
  .
  argument: (word) @name
  (#eq? @_alias "alias")
  (#match? @name "^[^-]")) @definition.alias
(command
  name: (word) @_abbr
  .
  argument: (word) @_flag
  .
  argument: (word) @name
  (#eq? @_abbr "abbr")
  (#match? @_flag "^(-a|--add)$")) @definition.abbreviation
