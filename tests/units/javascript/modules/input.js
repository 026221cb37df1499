import Cart, * as all from './cart.js'
import { Item, price as cost } from 'shop'
import './style.css'
export * from './all'
export { one as two } from './numbers'
const fs = require('fs')
const { join, resolve: r } = require('path'), debug = require('debug')('app')
const lazy = () => import('./lazy.js')
export const LIMIT = 3, OTHER = 4
export let count = 0
const { width, height: h, ...others } = size, [first] = list
var config = { port: 80, host: 'x' }
exports.VERSION = '1'
exports.open = function (name) {}
module.exports.close = () => {}
module.exports = { open, start() {}, stop: function () {} }
if (count) { const inside = 1 }
