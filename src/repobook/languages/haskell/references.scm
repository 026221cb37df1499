; total cart
(apply function: (variable) @reference.call)
(apply function: (qualified id: (variable) @reference.call))

; Cart -> Int
(name) @reference.type
