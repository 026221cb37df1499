#pragma once

#include <map>
#include <string>

#include "depot/part.h"

namespace depot {

template <typename T>
class Stack {
 public:
  void push(const T& item) { items_.push_back(item); }
  T pop() {
    T last = items_.back();
    items_.pop_back();
    return last;
  }
  bool empty() const { return items_.empty(); }

 private:
  std::vector<T> items_;
};

class Shelf {
 public:
  explicit Shelf(std::string name) : name_(std::move(name)) {}

  Shelf& put(const PartPtr& part);
  PartPtr take();
  Weight load() const { return load_; }
  bool is_full() const { return load() > kLimit; }

  static constexpr Weight kLimit = 20 * kKilograms;

 private:
  void note(const char* what) const;

  std::string name_;
  Weight load_ = 0;
  Stack<PartPtr> parts_;
};

class Stock {
 public:
  Shelf& shelf(const std::string& name);
  PartPtr receive(const std::string& name, double kilograms, const std::string& where);
  Weight weight() const;

 private:
  std::map<std::string, Shelf> shelves_;
};

}  // namespace depot
