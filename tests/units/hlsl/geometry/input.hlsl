struct GSOutput {
  float4 position : SV_POSITION;
  nointerpolation uint layer : SV_RenderTargetArrayIndex;
};
[maxvertexcount(3)]
void GSMain(triangle float4 corners[3] : POSITION, inout TriangleStream<GSOutput> stream) {
  GSOutput output;
  for (int i = 0; i < 3; i++) {
    output.position = mul(projection, corners[i]);
    stream.Append(output);
  }
  stream.RestartStrip();
}
typedef float4 Color;
namespace shop { static Color tint = float4(1, 0, 0, 1); }
