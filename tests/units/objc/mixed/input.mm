#include <vector>
#import <Metal/Metal.h>
namespace shop::metal {
template <typename T>
class Buffer {
 public:
  explicit Buffer(id<MTLDevice> device, std::vector<T> values)
      : buffer_([device newBufferWithLength:values.size() * sizeof(T) options:0]) {}
  T& operator[](int i) { return static_cast<T*>([buffer_ contents])[i]; }
 private:
  id<MTLBuffer> buffer_ = nil;
};
void run(id<MTLCommandQueue> queue) {
  @autoreleasepool {
    auto commands = [queue commandBuffer];
    [commands addCompletedHandler:^(id<MTLCommandBuffer> done) {
      if (done.error) report([[done.error localizedDescription] UTF8String]);
    }];
    auto sizes = std::array<int, 2>{1, 2};
    std::for_each(sizes.begin(), sizes.end(), [&](int size) { use(sizes[size]); });
  }
}
}  // namespace shop::metal
