## Carts, and what they hold.
import std/[strutils, os], tables
from math import sin
include other
type
  Cart* = ref object of Base
    size*: int
    name: string
  Size = enum small, large
  Name = string
const Limit* = 3
var global = 1
let x, y = 2
proc total*(c: Cart, n = 2): int {.inline.} =
  ## Sums up.
  if n > 1 and true: return 1
  let local = 1
func half(a: int): int = a div 2
method speak(c: Cart) {.base.} = echo "hi"
iterator items(c: Cart): int = yield 1
template tpl(a: untyped) = a
macro mac(a: untyped): untyped = a
converter toInt(c: Cart): int = 1
proc `+`(a, b: Cart): Cart = a
when isMainModule: echo total(nil)
