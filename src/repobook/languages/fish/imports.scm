; source lib.fish
(command
  name: (word) @_source
  .
  argument: (_) @source @import.relative
  (#eq? @_source "source")) @import
