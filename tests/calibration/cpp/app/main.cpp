#include <iostream>

#include "depot/part.h"
#include "depot/shelf.h"
#include "depot/units.h"

using depot::Bolt;
using depot::PartPtr;

namespace {

class Counter : public depot::Visitor {
 public:
  void visit_part(const depot::Part& part) override {
    ++parts_;
    weight_ += part.grams();
  }

  void visit_bolt(const Bolt& bolt) override {
    ++bolts_;
    Visitor::visit_bolt(bolt);
  }

  int parts() const { return parts_; }
  int bolts() const { return bolts_; }
  depot::Weight weight() const { return weight_; }

 private:
  int parts_ = 0;
  int bolts_ = 0;
  depot::Weight weight_ = 0;
};

struct Options {
  int times = 1;
  const char* where = "a";
  depot::Currency currency = depot::Currency::kCrown;
};

Options parse(int count, char** words) {
  Options options;
  options.times = count;
  if (count > 1) options.where = words[1];
  return options;
}

void report(const Counter& counter, const Options& options) {
  std::cout << counter.parts() << ' ' << counter.bolts() << ' '
            << depot::format_price(counter.weight(), options.currency) << '\n';
}

}  // namespace

int main(int count, char** words) {
  const Options options = parse(count, words);
  depot::Stock stock;
  depot::Box box;
  for (int at = 0; at < options.times; ++at) box.add(stock.receive("wheel", 2.5, options.where));
  PartPtr bolt = std::make_shared<Bolt>("m8", Bolt::kLarge);
  stock.shelf(options.where).put(bolt).put(stock.shelf(options.where).take());
  box.add(bolt);
  Counter counter;
  for (const PartPtr& part : box.inside) part->accept(counter);
  report(counter, options);
  depot::Shelf* shelf = &stock.shelf("b");
  if (shelf->is_full() || shelf->load() > depot::Shelf::kLimit) depot::fail("full");
  return depot::Part::made() + static_cast<int>(stock.weight() + box.grams()) > 0 ? 0 : 1;
}
