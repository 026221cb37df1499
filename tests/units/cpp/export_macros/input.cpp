#include "export.h"

class SHOP_API Cart : public Base {
  SHOP_OBJECT
 public:
  SHOP_DEPRECATED("use total") double sum() const SHOP_NOEXCEPT;
  SHOP_API static Cart& instance();
  SHOP_DISALLOW_COPY(Cart);
  HOST_DEVICE Cart(int a) : size(a) {}
  int size SHOP_GUARDED_BY(lock_);
};
struct __attribute__((packed)) SHOP_EXPORT Pair { int a; };
enum class SHOP_API Color : int { Red };
SHOP_API void open(const Cart& cart);
extern "C" SHOP_API int shop_close(void) SHOP_NOEXCEPT;
SHOP_NODISCARD
int SHOP_CALL shop_count() { return 0; }
const DWORD LIMIT = 3;
class SHOP_API Forward;
