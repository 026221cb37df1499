namespace shop::cart {
inline namespace v2 {
int size;
}
namespace {
int hidden() { return 1; }
struct Secret { int key; };
}
static int local = 2;
extern int shared;
constexpr double RATE = 0.2;
const char* const NAME = "cart";
}  // namespace shop::cart
namespace fs = std::filesystem;
using namespace shop;
using Sizes = std::vector<int>;
typedef int (*Compare)(const void*, const void*);
extern "C" {
int shop_open(void);
}
