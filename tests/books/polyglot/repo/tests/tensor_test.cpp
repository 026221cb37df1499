#include "tensor.h"

#include <cassert>

int main() {
  polyglot::Tensor one({1, 2}), two({3, 4});
  auto sum = polyglot::add(one, two);
  assert(sum[1] == 6);
}
