/** Sums. */
function sum() {}
// Deprecated.
function old() {}
// helpers
function helper() {}
// eslint-disable-next-line
function lint() {}
// sum();
function code() {}
/* 返回购物车的总价。 */
function total() {}
class Cart { /** Method of one line. */ add() {} /** Another. */ drop() {} }
