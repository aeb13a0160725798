// An outline in one colour.

uniform vec4 lens;
uniform vec2 depth_line;
// 1 where it is seen, less where something hides it.
uniform float strength;

in float depth;
flat in vec4 base;

layout (location = 0) out vec4 out_colour;

void main() {
    out_colour = vec4(base.rgb, base.a * strength);
    float number = lens.w > 0.5 ? log2(max(depth, 1e-30)) : depth;
    gl_FragDepth = clamp(depth_line.x * number + depth_line.y, 0.0, 1.0);
}
