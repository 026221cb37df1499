#import "common.h"
namespace shop {
enum class Mode : uint { Fast, Exact };
constant bool is_exact [[function_constant(0)]];
constant constexpr float PI_F = 3.14f;
typedef float4 Color;
using Pair = vec<float, 2>;
device atomic_uint counter;
}  // namespace shop
static inline float area(float r) { return shop::PI_F * r * r; }
