; total(cart)
(function_call name: (identifier) @reference.call)

; classdef Cart < handle
(superclasses (property_name (identifier) @reference.base .))
