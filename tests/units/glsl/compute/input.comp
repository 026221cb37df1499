#version 450
layout (local_size_x = 16, local_size_y = 16) in;
layout (rgba8, binding = 0) uniform writeonly image2D target;
layout (constant_id = 0) const int SIZE = 8;
subroutine vec4 Blend(vec4 a);
subroutine (Blend) vec4 darken(vec4 a) { return a * 0.5; }
float[3] weights() { return float[](0.2, 0.3, 0.5); }
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  while (at.x < SIZE || at.y < SIZE) {
    imageStore(target, at, darken(vec4(1.0)));
  }
  barrier();
}
