#!/usr/bin/env node
/**
 * Price the carts of a shop.
 */
'use strict'

/** Return what a cart costs. */
function total(cart, rate = 0.2, ...rest) {
  const local = cart.items
  const sum = (a, b) => a + b
  function round(x) { return x }
  return round(local.reduce(sum))
}
async function* walk(tree) { yield* tree }
const double = x => x * 2
let old = function named(x) { return x }, other = 3
var late = async function () {}
later = () => ({});
(function main() { var hidden = 1 })()
run(function callback(error) { return function inner() {} })
export const fetchAll = async ({ url, retries }) => { await get(url) }
export default () => 1
