#include "depot/shelf.h"

#include <cstdio>

namespace depot {

static void log(const char* what, const std::string& where) {
  std::printf("%s %s v%d\n", what, where.c_str(), DEPOT_VERSION);
}

Shelf& Shelf::put(const PartPtr& part) {
  if (is_full()) fail(name_ + " is full");
  parts_.push(part);
  load_ += part->grams();
  note("put");
  return *this;
}

PartPtr Shelf::take() {
  DEPOT_CHECK(!parts_.empty());
  PartPtr part = parts_.pop();
  load_ -= part->grams();
  note("take");
  return part;
}

void Shelf::note(const char* what) const { log(what, name_); }

Shelf& Stock::shelf(const std::string& name) {
  auto found = shelves_.find(name);
  if (found == shelves_.end()) found = shelves_.emplace(name, Shelf(name)).first;
  return found->second;
}

PartPtr Stock::receive(const std::string& name, double kilograms, const std::string& where) {
  PartPtr part = std::make_shared<Part>(name, to_grams(kilograms, kKilograms));
  shelf(where).put(part);
  return part;
}

Weight Stock::weight() const {
  Weight sum = 0;
  for (const auto& [name, shelf] : shelves_) sum += shelf.load();
  return sum;
}

}  // namespace depot
