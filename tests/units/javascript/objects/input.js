Cart.prototype.total = function (x) { return x }
Cart.prototype.size = 3
shop.Till.prototype = {
  open() {},
  close: function () {},
}
Cart.create = function () { return new Cart() }
window.App = {
  start: function () {},
  views: { list() {}, title: 'x' },
}
const api = {
  base: '/v1',
  get(url) { return fetch(url) },
  async post(url) {},
  'put-it': () => 1,
  get size() { return 1 },
}
function Till() {
  this.drawer = []
  this.open = function () {}
}
new Vue({ data() { return {} }, methods: { buy() {} } })
