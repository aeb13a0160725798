// Light that moves with the camera, so that every side shows its form; a little from game up.

uniform vec4 lens;
// Depth is a * log2(depth) + b in perspective, a * depth + b without.
uniform vec2 depth_line;
// Up in camera axes.
uniform vec3 up;
// 0 for bodies, 1 for ghosts, 2 for volumes.
uniform float translucency;
// How dark unlit sides are, from 0 to 1.
uniform float shade;

in vec3 camera_place;
in vec3 camera_normal;
in vec3 sides;
flat in vec4 base;
flat in vec4 tinted;
flat in float crease_strength;

layout (location = 0) out vec4 out_colour;

const vec3 KEY = vec3(-0.46, -0.64, -0.61);

void main() {
    vec3 sight = lens.w > 0.5 ? normalize(camera_place) : vec3(0.0, 0.0, 1.0);
    vec3 normal = normalize(camera_normal);
    // Single-sided meshes show both sides.
    normal *= dot(normal, sight) > 0.0 ? -1.0 : 1.0;
    float facing = clamp(-dot(normal, sight), 0.0, 1.0);

    float light = 0.26 + 0.2 * (0.5 + 0.5 * dot(normal, up)) + 0.62 * max(dot(normal, KEY), 0.0);
    light = mix(1.0, light, shade);
    vec3 lit = base.rgb * tinted.rgb * light;
    // Signs shine in their own colour, engines nearly white.
    vec3 glow = (tinted.a > 0.2 ? mix(base.rgb, vec3(1.0), 0.6) : base.rgb) * tinted.rgb;
    vec3 colour = tinted.a > 0.7 ? lit : glow;

    vec3 near_side = sides / max(fwidth(sides), vec3(1e-6));
    float line = 1.0 - smoothstep(0.4, 1.4, min(near_side.x, min(near_side.y, near_side.z)));
    colour = mix(colour, colour * 0.55 + base.rgb * 0.5, line * crease_strength * 0.75);

    float opacity = base.a;
    if (translucency > 1.5) {
        opacity *= 0.03 + 0.6 * pow(1.0 - facing, 4.0);
        colour = base.rgb;
    } else if (translucency > 0.5) {
        opacity *= mix(0.75, 0.3, facing);
        colour = mix(colour, base.rgb, 0.35);
    }
    out_colour = vec4(colour, opacity);

    float depth = lens.w > 0.5 ? log2(max(camera_place.z, 1e-30)) : camera_place.z;
    gl_FragDepth = clamp(depth_line.x * depth + depth_line.y, 0.0, 1.0);
}
