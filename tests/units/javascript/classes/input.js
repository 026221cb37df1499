/** Holds items. */
export class Cart extends shop.Base {
  static #count = 0
  tax = 0.2
  'quoted name' = 1
  #lines = [
    1, 2,
  ]

  constructor(items) {
    super()
    this.items = items
    this.onAdd = (item) => this.items.push(item)
    this.tax = 0.3
  }

  /** The sum. */
  get total() { return this.items.length }
  set total(value) {}
  static async *walk() {}
  #secret() {}
  [Symbol.iterator]() {}
  handler = (event) => { this.#secret() }
}
const Local = class Inner extends mixin(Cart) { go() {} }
shop.Named = class {}
@logged @route('/x') class Routed { @bound act() {} }
export default class { run() {} }
