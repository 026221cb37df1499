namespace shop {
int Cart::count = 0;
Cart::Cart(int n)
    : size_(n), name_("x") {
  if (n < 0 || n > 9) throw Error(n);
}
Cart::~Cart() = default;
Cart& Cart::operator+=(const Item& item) { return *this; }
Cart::operator bool() const { return size_ > 0; }
const char* Cart::Iterator::operator->() const { return p_; }
template <class T> auto Box<T>::get() & -> T& { return value_; }
void detail::reset(Cart& c) { c.clear(); }
struct Cart::Impl {
  int* rows;
};
}

// A name may stand on a line of its own.
std::tuple<int, std::string> shop::Cart<int>::
    unpack() {
  return {};
}
