struct VertexOut {
  float4 position [[position]];
  half3 color;
};
vertex VertexOut vertex_main(const device packed_float3* points [[buffer(0)]], uint id [[vertex_id]]) {
  return VertexOut{float4(points[id], 1), half3(1)};
}
fragment half4 fragment_main(VertexOut in [[stage_in]], texture2d<half> image [[texture(0)]]) {
  constexpr sampler linear(filter::linear);
  return image.sample(linear, in.position.xy);
}
constant float weights[3] = {0.1, 0.2, 0.7};
