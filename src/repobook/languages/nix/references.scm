; total cart      lib.total cart
(apply_expression function: [
  (variable_expression name: (identifier) @reference.call)
  (select_expression attrpath: (attrpath attr: (identifier) @reference.call .))
])
