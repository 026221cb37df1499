#include <cuda_runtime.h>

// Doubles every value.
template <typename T>
__global__ void __launch_bounds__(256, 2) twice(T* __restrict__ out, const T* in, int n) {
  extern __shared__ float buffer[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > T(0)) out[i] = scale<T>(in[i]);
  __syncthreads();
}

SHOP_LAUNCH_BOUNDS(256)
__global__ void clear(float* out) { out[threadIdx.x] = 0; }

__global__ void SHOP_LAUNCH_BOUNDS(threads())
fill(int n);
