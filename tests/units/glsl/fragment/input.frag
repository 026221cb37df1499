#version 450
#extension GL_GOOGLE_include_directive : enable
#include "light.glsl"

layout (location = 0) in vec3 normal;
layout (location = 0) out vec4 color;
layout (binding = 1) uniform sampler2D image;
const float GAMMA = 2.2;

// Light from one side.
vec3 shade(in Light light, inout vec3 n) {
  float k = max(dot(n, light.direction), 0.0);
  if (k > 0.0 && light.power > 1.0) discard;
  return texture(image, n.xy).rgb * k;
}

void main() {
  for (int i = 0; i < LIGHTS; ++i) color += vec4(shade(lights[i], normal), 1.0);
}
