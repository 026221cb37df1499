// Orders over the wire.
namespace py shop.orders
include "base.thrift"

typedef i32 Money
const i32 LIMIT = 3

enum State {
  NEW = 1,
  PAID
}
/** What a customer wants. */
struct Order {
  1: required string id,
  2: optional list<base.Item> items = [];
}
service Orders extends base.Service {
  Receipt place(1: Order order) throws (1: Broke broke),
  oneway void drop(1: string id)
}
