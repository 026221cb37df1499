// Definitions that the grammar reads otherwise than they are meant, or not at all.
export module shop.cart:items;
template <class T> struct Pair { Pair(T); };
Pair(const char*) -> Pair<int>;
class Cart {
  friend bool operator==(const Cart&, const Cart&) = default;
};
auto [first, last] = ends();
const auto& [low, high] = range();
enum class Color { Red [[deprecated]], Green [[deprecated("no")]] = 2, Blue };
typedef int (Cart::*Sum)(int) const;
#define LIST_OF(type) type *
typedef LIST_OF(struct Item) Items;
int total __ARGS((int first, int last));
