# Orders over the wire.
@0xdbb9ad1f14bf0b36;
using Base = import "base.capnp";

struct Order @0x9f {
  # What a customer wants.
  id @0 :Text;
  items @1 :List(Base.Item);
  payment :union {
    card @2 :Card;
    cash @3 :Void;
  }
}
enum State { new @0; paid @1; }
interface Orders {
  place @0 (order :Order) -> (receipt :Receipt);
}
const limit :UInt32 = 3;
