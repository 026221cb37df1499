// Macros of the file's own that make functions, types and variables.
#define OPERATOR(name, sign) \
  /* one for each sign */ \
  inline Money operator_##name(const Money& a, const Money& b) noexcept { \
    return a sign b; \
  }
OPERATOR(add, +)
OPERATOR(subtract, -)
#define DECLARE(type, name) type name();
DECLARE(int, count);
#define HANDLER(name) static void handle_##name(int code)
HANDLER(open) {
  log("open");
}
#define make_record(name) struct name##_record { int id; }
make_record(item);
#define ENTRY(name) static Entry entry_##name(#name, 3)
ENTRY(first);
#define REPLY(function) return function(code)
#define MESSAGE(name, text) std::string name(text)
int main() {
  MESSAGE(hello, "hello");
  REPLY(main);
}
