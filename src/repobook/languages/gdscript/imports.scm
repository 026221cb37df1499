; preload("res://cart.gd")      extends "res://base.gd"
(call
  (identifier) @_load
  arguments: (arguments . (string) @source)
  (#any-of? @_load "preload" "load")) @import
(extends_statement (string) @source) @import
