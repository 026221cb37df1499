; defmodule Shop.Cart do … end
((call target: (identifier) @_k (arguments . (alias) @name) (do_block) @body) @definition.module
  (#eq? @_k "defmodule"))
((call target: (identifier) @_k (arguments . (alias) @name) (do_block) @body) @definition.protocol
  (#eq? @_k "defprotocol"))
((call target: (identifier) @_k (arguments . (alias) @name) (do_block) @body) @definition.impl
  (#eq? @_k "defimpl"))

; @moduledoc "…"
((source
  (call
    (do_block .
      (unary_operator
        operand: (call target: (identifier) @_m (arguments [(string) (sigil)] @module.doc))))))
  (#eq? @_m "moduledoc"))

; @doc "Sums up."        def total(cart), do: 0
((unary_operator operand: (call target: (identifier) @_d (arguments [(string) (sigil)] @doc)))
  . (unary_operator)? .
  (call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.function
  (#eq? @_d "doc")
  (#any-of? @_k "def" "defp" "defn" "defnp"))
((call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.function
  (#any-of? @_k "def" "defp" "defn" "defnp"))

; @doc "Sums up."        defmacro unless(x) do … end
((unary_operator operand: (call target: (identifier) @_d (arguments [(string) (sigil)] @doc)))
  . (unary_operator)? .
  (call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.macro
  (#eq? @_d "doc")
  (#any-of? @_k "defmacro" "defmacrop"))
((call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.macro
  (#any-of? @_k "defmacro" "defmacrop"))

; @doc "Sums up."        defguard is_big(x) when x > 3
((unary_operator operand: (call target: (identifier) @_d (arguments [(string) (sigil)] @doc)))
  . (unary_operator)? .
  (call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.guard
  (#eq? @_d "doc")
  (#any-of? @_k "defguard" "defguardp"))
((call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.guard
  (#any-of? @_k "defguard" "defguardp"))

; @doc "Sums up."        defdelegate total(x), to: Enum
((unary_operator operand: (call target: (identifier) @_d (arguments [(string) (sigil)] @doc)))
  . (unary_operator)? .
  (call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.delegate
  (#eq? @_d "doc")
  (#eq? @_k "defdelegate"))
((call
    target: (identifier) @_k
    (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
    (do_block)? @body) @definition.delegate
  (#eq? @_k "defdelegate"))

; def a + b, do: max(a, b)
((call
    target: (identifier) @_k
    (arguments . (binary_operator operator: _ @name))
    (do_block)? @body) @definition.operator
  (#any-of? @_k "def" "defp" "defmacro" "defmacrop")
  (#not-eq? @name "when"))

; @type size :: integer        @callback price(t) :: integer
((unary_operator
  operand: (call
    target: (identifier) @_k
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))) @definition.type
  (#any-of? @_k "type" "typep" "opaque"))
((unary_operator
  operand: (call
    target: (identifier) @_k
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))) @definition.callback
  (#any-of? @_k "callback" "macrocallback"))

; test "it adds" do … end
((call target: (identifier) @_k (arguments . (string (quoted_content) @name)) (do_block) @body) @definition.test
  (#any-of? @_k "test" "describe"))

; @spec …  @impl true        before a definition
((unary_operator operand: (call target: (identifier) @_d)) @decorator
  (#any-of? @_d "spec" "impl" "deprecated" "dialyzer" "tag"))
