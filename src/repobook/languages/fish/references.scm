; total $cart
(command name: (word) @reference.call)
