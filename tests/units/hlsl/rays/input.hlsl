RaytracingAccelerationStructure scene : register(t0, space1);
ConstantBuffer<Camera> camera : register(b0);
struct [raypayload] Payload { float3 color; };
template <typename T> T pick(T a, T b, bool first) { return first ? a : b; }
#ifdef SHADOWS
static const uint FLAGS = RAY_FLAG_NONE;
#else
static const uint FLAGS = RAY_FLAG_FORCE_OPAQUE;
#endif
[shader("raygeneration")]
void RayGen() {
  RayDesc ray;
  Payload payload = (Payload)0;
  TraceRay(scene, FLAGS, 0xff, 0, 1, 0, ray, payload);
}
