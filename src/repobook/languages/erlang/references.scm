; total(T)        lists:sum(T)
(call expr: (atom) @reference.call)
(call expr: (remote fun: (atom) @reference.call))

; -behaviour(gen_server).
(behaviour_attribute name: (_) @reference.base)
