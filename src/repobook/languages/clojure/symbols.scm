; (ns shop.cart "What it is for." …)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc) @definition.namespace
  (#any-of? @_k "ns" "in-ns"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.namespace
  (#any-of? @_k "ns" "in-ns"))

; (defn total "Sums up." [items] …)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc . (vec_lit) . (_) @body) @definition.function
  (#any-of? @_k "defn" "defn-" ">defn" ">defn-"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc) @definition.function
  (#any-of? @_k "defn" "defn-" ">defn" ">defn-"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (vec_lit) . (_) @body) @definition.function
  (#any-of? @_k "defn" "defn-" ">defn" ">defn-"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.function
  (#any-of? @_k "defn" "defn-" ">defn" ">defn-"))

; (defmacro unless [c & body] …)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc . (vec_lit) . (_) @body) @definition.macro
  (#eq? @_k "defmacro"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc) @definition.macro
  (#eq? @_k "defmacro"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (vec_lit) . (_) @body) @definition.macro
  (#eq? @_k "defmacro"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.macro
  (#eq? @_k "defmacro"))

; (def limit 3)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc) @definition.variable
  (#any-of? @_k "def" "defonce"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.variable
  (#any-of? @_k "def" "defonce"))

; (defprotocol Priced (price [this]))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc) @definition.protocol
  (#any-of? @_k "defprotocol" "definterface"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.protocol
  (#any-of? @_k "defprotocol" "definterface"))

; (defrecord Item [name])
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.record
  (#eq? @_k "defrecord"))

; (deftype Item [name])
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.type
  (#eq? @_k "deftype"))

; (defmulti area :shape)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name) . (str_lit) @doc) @definition.multimethod
  (#eq? @_k "defmulti"))
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.multimethod
  (#eq? @_k "defmulti"))

; (defmethod area :circle [c] …)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.method
  (#eq? @_k "defmethod"))

; (deftest it-adds …)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.test
  (#eq? @_k "deftest"))

; (defstate db …)
((list_lit . (sym_lit name: (sym_name) @_k) . (sym_lit name: (sym_name) @name)) @definition.spec
  (#any-of? @_k "defstate" "defroutes" "defui"))

; (defprotocol Priced (price [this]))
((list_lit
  . (sym_lit name: (sym_name) @_k)
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit)) @definition.method)
  (#any-of? @_k "defprotocol" "defrecord" "deftype" "definterface"))
