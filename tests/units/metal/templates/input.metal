template <typename T, int N>
inline T sum_group(threadgroup T* shared, T value, uint lane) {
  for (uint i = N; i > 0; i /= 2) value += simd_shuffle_down(value, i);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  return value;
}
struct add_functor {
  template <typename T>
  T operator()(const thread T& a, const T b) { return a + b; }
};
#define REGISTER_SUM(T)                                  \
  template [[host_name("sum_" #T)]] kernel void sum<T>( \
      device T * out [[buffer(0)]]);
REGISTER_SUM(float);
REGISTER_SUM(half);
