#version 300 es
precision highp float;
#define SCALE 2.0
attribute vec3 position;
varying highp vec2 uv;
uniform mat4 view, projection;
invariant gl_Position;
#ifdef ANIMATED
uniform float time;
#else
const float time = 0.0;
#endif
vec4 project(vec3 p);
vec4 project(vec3 p) { return projection * view * vec4(p * SCALE, 1.0); }
void main() {
  vec2 corners[3] = vec2[3](vec2(0), vec2(1), vec2(2));
  gl_Position = project(position);
}
