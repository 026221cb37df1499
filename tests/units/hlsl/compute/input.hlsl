#define GROUP 64
RWStructuredBuffer<float> data : register(u0);
groupshared float cache[GROUP];
interface IShape { float area(); };
class Circle : IShape {
  float radius;
  float area() { return 3.14 * radius * radius; }
};
[numthreads(GROUP, 1, 1)]
void CSMain(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
  [unroll]
  for (uint i = 0; i < 4; ++i) cache[index] += data[id.x + i];
  GroupMemoryBarrierWithGroupSync();
  InterlockedAdd(data[0], cache[index]);
}
technique11 Render {
  pass P0 { SetComputeShader(CompileShader(cs_5_0, CSMain())); }
}
