struct Money {
  operator double() const;
  explicit operator const char*() const;
  Money operator+(Money other) const;
  Money& operator++();
  Money operator++(int);
  bool operator()(int a, int b);
  int operator [] (int i);
  auto operator<=>(const Money&) const = default;
  void* operator new(std::size_t size);
  int cents;
};
std::ostream& operator<<(std::ostream& out, const Money& m);
Money operator""_eur(unsigned long long n) { return Money{n}; }
inline bool operator==(Money a, Money b) { return a.cents == b.cents && true; }
