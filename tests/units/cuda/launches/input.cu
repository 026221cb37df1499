namespace shop::gpu {
void run(float* out, const float* in, int n, cudaStream_t stream) {
  dim3 grid((n + 255) / 256);
  twice<float><<<grid, 256, 0, stream>>>(out, in, n);
  detail::clear<<<1, 1>>>(out);
  SHOP_CUDA_CHECK(cudaGetLastError());
  DISPATCH_FLOATING_TYPES(type, "run", [&] {
    apply(out, [=] SHOP_GPU_LAMBDA(scalar_t a) -> scalar_t { return a > 0 ? a : -a; });
  });
}
}
