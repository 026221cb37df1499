; library(dplyr)      require("ggplot2")      source("util.R")
(call
  function: (identifier) @_library
  arguments: (arguments
    .
    (argument value: [
      (identifier) @source
      (string content: (_) @source)
    ]))
  (#any-of? @_library "library" "require" "requireNamespace" "loadNamespace")) @import
(call
  function: (identifier) @_source
  arguments: (arguments . (argument value: (string content: (_) @source @import.relative)))
  (#eq? @_source "source")) @import
