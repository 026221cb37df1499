struct Light {
  vec3 direction;
  float power;
};
layout (std140, binding = 0) uniform Scene {
  mat4 view;
  Light lights[4];
} scene;
layout (push_constant) uniform Push { vec4 tint; };
layout (std430) readonly buffer Items { uint items[]; } lists[2];
out VertexData {
  vec2 uv;
} result;
shared float cache[64];
