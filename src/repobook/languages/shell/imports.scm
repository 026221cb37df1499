; source lib/common.sh      . "$DIR/common.sh"
(command
  name: (command_name (word) @_source)
  .
  argument: (_) @source @import.relative
  (#any-of? @_source "source" ".")) @import
