/// What a button can be.
enum class State : std::uint8_t {
  Off,      // not pressed
  On = 1,
#ifdef HAS_BLINK
  Blink,
#endif
};
enum { kFirst, kSecond };
enum Flags { None = 0, Bold = 1 << 0 } style;
union Value {
  int i;
  struct { float x, y; } point;
};
struct Holder {
  enum Kind { Small, Large };
  Kind kind : 2;
};
