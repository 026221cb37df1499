struct Cart {
  int count; ///< How many items it holds,
             ///< at most ten.
  int total; /**< In cents. */
  int rate;  // not documentation
  int tax;
};
enum Color { Red, ///< Warm.
  Blue /*!< Cold. */ };
/** Add. */ int add(int a);
struct Pair { /** First. */ int first; /** Second. */ int second; };
// NOLINT
int plain(int a);
// ---- Part ----
int part(int a);
// 数値を加算します
int sum(int a);
// return;
int last(int a);
