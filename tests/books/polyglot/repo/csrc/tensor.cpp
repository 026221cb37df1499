#include "tensor.h"

namespace polyglot {

Tensor::Tensor(std::vector<float> values, Device device)
    : storage_(std::make_shared<std::vector<float>>(std::move(values))), device_(device) {}

float& Tensor::operator[](std::size_t index) {
  POLYGLOT_CHECK(index < size(), "index out of range");
  return (*storage_)[index];
}

}  // namespace polyglot
