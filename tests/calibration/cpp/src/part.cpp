#include "depot/part.h"

#include <utility>

namespace depot {

int Part::made_ = 0;

Part::Part(std::string name, Weight weight) : name_(std::move(name)), weight_(weight) { ++made_; }

Weight Part::grams() const { return to_grams(weight_); }

void Part::accept(Visitor& visitor) const { visitor.visit_part(*this); }

int Part::made() { return made_; }

Bolt::Bolt(std::string name, Size size) : Part(std::move(name), size == kSmall ? 5 : 20), size_(size) {}

Weight Bolt::grams() const {
  Weight single = Part::grams();
  return size_ == kLarge ? single * count_ * 2 : single * count_;
}

void Bolt::accept(Visitor& visitor) const { visitor.visit_bolt(*this); }

Box& Box::add(PartPtr part) {
  DEPOT_CHECK(part != nullptr);
  inside.push_back(std::move(part));
  return *this;
}

Weight Box::grams() const {
  Weight sum = empty;
  for (const PartPtr& part : inside) sum += part->grams();
  return sum;
}

}  // namespace depot
