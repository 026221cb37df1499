#pragma once

#include <memory>
#include <string>
#include <vector>

#include "depot/units.h"

namespace depot {

class Visitor;

/// Anything with a name and a weight.
class Part {
 public:
  Part(std::string name, Weight weight);
  virtual ~Part() = default;

  const std::string& name() const { return name_; }
  virtual Weight grams() const;
  virtual void accept(Visitor& visitor) const;
  static int made();

 protected:
  std::string name_;
  Weight weight_;

 private:
  static int made_;
};

using PartPtr = std::shared_ptr<Part>;

class Bolt : public Part {
 public:
  enum Size { kSmall, kLarge };
  Bolt(std::string name, Size size);
  Weight grams() const override;
  void accept(Visitor& visitor) const override;

 private:
  Size size_;
  int count_ = 100;
};

struct Box {
  std::vector<PartPtr> inside;
  Weight empty = 2 * kKilograms;

  Box& add(PartPtr part);
  Weight grams() const;
};

class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void visit_part(const Part& part) = 0;
  virtual void visit_bolt(const Bolt& bolt) { visit_part(bolt); }
};

}  // namespace depot
