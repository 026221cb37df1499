// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#define POLYGLOT_CHECK(condition, message) \
  if (!(condition)) throw ::polyglot::Error(message)

namespace polyglot {

/// Where the numbers of a tensor lie.
enum class Device : std::uint8_t { CPU, CUDA };

/// What every failed check throws.
class Error : public std::exception {
 public:
  explicit Error(const char* message) : message_(message) {}
  const char* what() const noexcept override { return message_; }

 private:
  const char* message_;
};

/// A row of numbers with a device. Copies share their storage.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(std::vector<float> values, Device device = Device::CPU);

  std::size_t size() const { return storage_ ? storage_->size() : 0; }
  Device device() const { return device_; }
  float& operator[](std::size_t index);

  /// Apply `function` to every element.
  template <typename Function>
  Tensor map(Function function) const {
    std::vector<float> values(size());
    for (std::size_t i = 0; i < size(); ++i) values[i] = function((*storage_)[i]);
    return Tensor(std::move(values), device_);
  }

 private:
  std::shared_ptr<std::vector<float>> storage_;
  Device device_ = Device::CPU;
};

/// self + alpha * other, element by element.
Tensor add(const Tensor& self, const Tensor& other, float alpha = 1);
Tensor relu(const Tensor& self);

#ifdef POLYGLOT_CUDA
Tensor add_cuda(const Tensor& self, const Tensor& other, float alpha);
#endif

}  // namespace polyglot
