// tinyfmt 2.1, see https://example.org/tinyfmt
#pragma once
#include <string>

namespace tinyfmt {
template <typename... Args>
std::string format(const char* pattern, Args... args);
}
