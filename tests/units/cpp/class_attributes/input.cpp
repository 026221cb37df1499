class C10_API alignas(16) Pair {
 public:
  int first();
  int second;
};
struct C10_API alignas(sizeof(int) * 2) Wide : Pair {
  int third;
};
class [[nodiscard]] C10_API Result : public Pair {
 public:
  bool ok() const;
};
struct C10_API [[nodiscard]] Status {
  int code;
};
class alignas(64) C10_API Line {};
