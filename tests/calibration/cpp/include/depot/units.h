#pragma once

#include <string>

#define DEPOT_VERSION 3
#define DEPOT_CHECK(condition) \
  do {                         \
    if (!(condition)) ::depot::fail(#condition); \
  } while (0)

namespace depot {

enum class Currency { kEuro, kCrown };

constexpr double kGrams = 1.0;
constexpr double kKilograms = 1000.0 * kGrams;

using Weight = double;

void fail(const std::string& message);
Weight to_grams(double amount, double unit = kGrams);
std::string format_price(double amount, Currency currency);
std::string format_price(double amount);

namespace detail {
int digits(long value);
}  // namespace detail

}  // namespace depot
