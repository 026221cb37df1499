#include "common.hlsli"
cbuffer Scene : register(b0) {
  float4x4 view;
  float3 lights[4] : packoffset(c4);
}
Texture2D<float4> image : register(t0);
SamplerState linearSampler : register(s0);
static const float GAMMA = 2.2;
struct VSOutput {
  float4 position : SV_POSITION;
  [[vk::location(0)]] float2 uv : TEXCOORD0;
  float3 flip() { return -position.xyz; }
};
// One pixel.
float4 main(VSOutput input, uint id : SV_PrimitiveID) : SV_TARGET0 {
  if (input.uv.x > 0.5 && id > 0) clip(-1);
  return image.Sample(linearSampler, input.uv) * (id ? view[0] : view[1]);
}
