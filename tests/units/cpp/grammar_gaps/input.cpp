// What the grammar does not know of C++, and what macros make of it.
enum : unsigned { kBits = 3 };
template <typename T, REQUIRES(!is_small<T>)> T pick(T a);
#define TWICE(a) ((a) /* first */ + (a))
enum Code {
#define ITEM(name) name,
  ALL_ITEMS(ITEM)
#undef ITEM
  kLast,
};
int shift(unsigned size, Rate rate = {}) {
  STEP(unsigned int, size, 0x10);
  auto run = [size, count(items.size())](int i) { return i + count; };
  EXPECT_THROW(throw Error(1), Error);
  FOR_EACH(item, items) { use(item); }
  return unsigned(size) << kBits;
}
const char* const kHelp = "usage: \
  shop [--open]";
Cart::Cart(Cart&&) noexcept = default;
typedef void (CALLBACK *Handler)(int);
