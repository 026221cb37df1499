struct Vector {
  typedef struct __align__(16) {
    __half a, b;
  } half2;
  __device__ Vector() {}
};
