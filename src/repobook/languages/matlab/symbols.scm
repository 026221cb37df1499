; classdef Cart < handle
(class_definition
  name: (identifier) @name
  [
    (properties)
    (methods)
    (events)
    (enumeration)
    "end"
  ] @body) @definition.class

; function [a, b] = total(cart)      function value = get.total(cart)
(function_definition
  name: (identifier) @name
  [
    (block)
    "end"
  ] @body) @definition.function
(function_definition name: (identifier) @name) @definition.function
(function_signature name: (identifier) @name) @definition.function

; properties items = 1 end      events Changed end      enumeration Red end
(property name: (identifier) @name) @definition.property
(events (identifier) @name @definition.event)
(enum . (identifier) @name) @definition.member
