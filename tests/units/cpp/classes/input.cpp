// Keeps what a customer wants to buy.
#include <vector>
#include "shop/item.h"

/// A cart of items.
class Cart final : public Base, private detail::Log<int> {
 public:
  Cart() = default;
  explicit Cart(int limit) : limit_(limit), items_() {}
  virtual ~Cart();
  Cart& operator=(const Cart&) = delete;
  // How much the customer has to pay.
  double total(const Rate& rate = {}) const noexcept override;
  static Cart* make(std::vector<Item> items);
 protected:
  virtual void changed() = 0;
  friend class Shop;
  friend bool operator==(const Cart& a, const Cart& b) { return a.limit_ == b.limit_; }
 private:
  int limit_ = 3, *cursor_;
  std::vector<Item> items_;
  mutable unsigned open_ : 1;
};
