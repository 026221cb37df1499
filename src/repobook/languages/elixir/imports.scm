; alias Shop.Cart        import Enum        use GenServer        require Logger
((call target: (identifier) @_k (arguments . (alias) @source)) @import
  (#any-of? @_k "alias" "import" "use" "require"))

; alias Shop.{Cart, Item}
((call target: (identifier) @_k (arguments . (dot left: (alias) @source right: (tuple (alias) @import.name)))) @import
  (#any-of? @_k "alias" "import" "use" "require"))
