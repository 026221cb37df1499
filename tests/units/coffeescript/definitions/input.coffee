# Prices.
fs = require 'fs'
import { a } from './b'
LIMIT = 3
class Cart extends Base
  constructor: (@items) ->
    super()
  # The sum.
  total: (rate = 1) ->
    sum = 0
    add = (x) -> sum += x
    sum
  @build: => new Cart
square = (x) -> x * x
exports.run = ->
  square 2
Cart::extra = (y) -> y
