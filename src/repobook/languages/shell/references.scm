; total "$cart"
(command_name (word) @reference.call)

; trap cleanup EXIT
(command
  name: (command_name (word) @_trap)
  .
  argument: (word) @reference.call
  (#eq? @_trap "trap"))
