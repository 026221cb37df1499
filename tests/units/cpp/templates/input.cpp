template <typename K, class V = int, std::size_t N = 8>
struct Table {
  template <class F>
  void each(F&& f) const;
  using Entry = std::pair<K, V>;
  V& operator[](const K& key);
};

template <>
struct Table<int, char> : Plain {};

template <typename K, class V, std::size_t N>
template <class F>
void Table<K, V, N>::each(F&& f) const {
  for (auto& e : entries_) f(e);
}

template <class K> Table(K) -> Table<K>;
template <typename T> constexpr bool is_small = sizeof(T) < 8;
template <> void swap<Cart>(Cart& a, Cart& b) {}
template <class T, std::enable_if_t<is_small<T>>* = nullptr> T pick(T a);
template class Table<long>;
