; Enum.sum(xs)        total(cart)
(call target: (dot right: (identifier) @reference.call))
((call target: (identifier) @reference.call)
  (#not-match? @reference.call "^(def\\w*|if|unless|case|cond|for|with|try|receive|quote|unquote|alias|import|use|require|doc|moduledoc|spec|type|typep|opaque|callback|behaviour|test|describe)$"))
