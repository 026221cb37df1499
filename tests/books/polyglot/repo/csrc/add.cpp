// Operators that work element by element, and how they choose a device.
#include "tensor.h"

namespace polyglot {
namespace {

Tensor add_cpu(const Tensor& self, const Tensor& other, float alpha) {
  std::vector<float> values(self.size());
  auto left = self, right = other;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = left[i] + alpha * right[i];
  }
  return Tensor(std::move(values));
}

}  // namespace

Tensor add(const Tensor& self, const Tensor& other, float alpha) {
  POLYGLOT_CHECK(self.size() == other.size(), "sizes differ");
  switch (self.device()) {
#ifdef POLYGLOT_CUDA
    case Device::CUDA:
      return add_cuda(self, other, alpha);
#endif
    default:
      return add_cpu(self, other, alpha);
  }
}

Tensor relu(const Tensor& self) {
  return self.map([](float value) { return value > 0 ? value : 0; });
}

}  // namespace polyglot
