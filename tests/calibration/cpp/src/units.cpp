#include "depot/units.h"

#include <sstream>
#include <stdexcept>

namespace depot {

namespace {

const char* sign(Currency currency) {
  switch (currency) {
    case Currency::kEuro:
      return "EUR";
    case Currency::kCrown:
      return "CZK";
  }
  return "";
}

int g_failures = 0;

}  // namespace

namespace detail {

int digits(long value) {
  int count = 1;
  while (value /= 10) ++count;
  return count;
}

}  // namespace detail

void fail(const std::string& message) {
  ++g_failures;
  throw std::runtime_error(message);
}

Weight to_grams(double amount, double unit) {
  DEPOT_CHECK(unit > 0);
  return amount * unit;
}

std::string format_price(double amount, Currency currency) {
  std::ostringstream out;
  out << amount << ' ' << sign(currency);
  if (detail::digits(static_cast<long>(amount)) > 9) fail("too dear");
  return out.str();
}

std::string format_price(double amount) { return format_price(amount, Currency::kEuro); }

}  // namespace depot
