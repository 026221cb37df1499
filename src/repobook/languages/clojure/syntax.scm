(comment) @comment
(dis_expr) @comment
(str_lit) @string
(regex_lit) @string
(char_lit) @string
((list_lit . (sym_lit name: (sym_name) @branch))
  (#any-of? @branch "if" "if-not" "if-let" "when" "when-not" "when-let" "and" "or" "case" "cond" "condp" "for" "doseq" "loop" "while" "catch"))
