#include <metal_stdlib>
using namespace metal;

// What the host sends.
struct Params {
  uint width;
  float scale [[user(scale)]];
};

// Brightens an image.
kernel void brighten(device const float* in [[buffer(0)]],
                     device float* out [[buffer(1)]],
                     constant Params& params [[buffer(2)]],
                     uint2 id [[thread_position_in_grid]]) {
  if (id.x < params.width && in[id.x] > 0) out[id.x] = clamp(in[id.x] * params.scale, 0.0f, 1.0f);
}
