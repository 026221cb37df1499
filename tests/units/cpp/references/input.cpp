void Shop::run(const std::map<Key, Item*>& items) {
  auto cart = std::make_unique<Cart>(items.size());
  cart->customer.address().print<Long>("x");
  shop::detail::open(static_cast<Door*>(first));
  Base::run(items);
  Item* copy = new Item(sizeof(Header));
  delete copy;
  try {
    switch (kind) { case 1: case Kind::Two: go(); break; default: stop(); }
  } catch (const std::exception& error) {
    while (!done && (a || b)) { do { next(); } while (x ? y : z); }
  }
  TORCH_CHECK(ready, "not ready: ", cart.get());
  run_all([this](Job job) { job.start(); });
}
