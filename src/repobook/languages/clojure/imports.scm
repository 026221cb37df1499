; (:require [clojure.string :as str] [shop.item :refer [price]])
((list_lit
  . (kwd_lit name: (kwd_name) @_k)
  [(vec_lit . (sym_lit name: (sym_name) @source)) (sym_lit name: (sym_name) @source)]) @import
  (#any-of? @_k "require" "use" "require-macros"))

; (:import (java.util Date))
((list_lit
  . (kwd_lit name: (kwd_name) @_k)
  [
    (list_lit . (sym_lit name: (sym_name) @source) (sym_lit name: (sym_name) @import.name))
    (vec_lit . (sym_lit name: (sym_name) @source) (sym_lit name: (sym_name) @import.name))
    (sym_lit name: (sym_name) @source)
  ]) @import
  (#eq? @_k "import"))
