#define LIMIT 8
typedef struct { float4 low, high; } box;
__constant float weights[LIMIT] = { 0.5f };
// Adds two vectors.
__kernel void add(__global const float *a, __global float *b, const int n)
{
  int i = get_global_id(0);
  if (i < n) b[i] += a[i] * weights[0];
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void clear(global float *out, local float *tmp) {}
inline float volume(box b) { return b.high.x - b.low.x; }
