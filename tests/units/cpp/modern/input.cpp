export module shop.cart;
import std;
import <vector>;
export template <class T>
concept Sized = requires(T t) {
  { t.size() } -> std::convertible_to<int>;
};
export auto largest(Sized auto const& items) -> int {
  auto less = [&, count(items.size())](auto a, auto b) mutable { return a < b ? true : false; };
  for (auto&& [key, value] : items) {
    if constexpr (requires { value.size(); }) continue;
  }
  co_return std::max<int>(less(1, 2), 3);
}
struct Point { int x{}, y{}; auto operator==(const Point&) const -> bool = default; };
constinit inline Point origin{0, 0};
[[nodiscard]] consteval int twice(int n) noexcept { return n * 2; }
