; (total items)
((list_lit . (sym_lit name: (sym_name) @reference.call))
  (#not-match? @reference.call "^(def\\S*|ns|if\\S*|when\\S*|let|letfn|do|fn|loop|recur|and|or|not|case|cond\\S*|for|doseq|try|catch|quote|new|throw|[^A-Za-z]+)$"))
