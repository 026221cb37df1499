#include <hip/hip_runtime.h>
__global__ void copy(int* to, const int* from) {
  to[hipThreadIdx_x] = from[hipThreadIdx_x];
}
int main() {
  hipLaunchKernelGGL(copy, dim3(1), dim3(64), 0, 0, to, from);
  HIP_CHECK(hipDeviceSynchronize());
  copy<<<1, 64>>>(to, from);
}
