TEST_F(CartTest, AddsItems) {
  EXPECT_EQ(cart.size(), 1);
}
TEST_CASE("carts can be emptied", "[cart]") {
  if (ready) cart.clear();
}
PYBIND11_MODULE(shop, m) {
  m.def("total", &total);
}
TORCH_LIBRARY_IMPL(aten, CPU, m) {
  m.impl("add", add_kernel);
}
TORCH_IMPL_FUNC(add_out)(const Tensor& self, const Tensor& other) {
  add_stub(self, other);
}
DEFINE_DISPATCH(add_stub);
DEFINE_OPERATOR(mul)(int a, int b) { return a * b; }
REGISTER_ITEM(Book, int)
REGISTER_ITEM(Pen, const std::string&);
struct FakeCart : Cart {
  MOCK_METHOD(double, total, (const Rate&), (const, override));
};
