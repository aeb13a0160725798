// A form once more, swollen by a constant width on the screen: what sticks out is its outline.

uniform vec4 lens;
// Points of the screen for one game unit at a depth of one (perspective) or at any depth.
uniform float focal;
// The viewport's size, and the outline's width, in points.
uniform vec2 viewport;
uniform float outline_width;
// How much deeper the outline lies than what it surrounds, in radii.
uniform float sunk;

in vec3 position;
in vec3 outline_normal;

in vec4 place;
in vec4 turn;
in uvec4 colour;

out float depth;
flat out vec4 base;

vec3 turned(vec3 v) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

void main() {
    vec3 at = place.xyz + turned(position) * place.w;
    vec2 out_way = turned(outline_normal).xy;
    out_way /= max(length(out_way), 1e-6);
    // Sunk behind the body itself, it shows nowhere between the body's own parts.
    depth = at.z + place.w * sunk;
    // What is small keeps more of itself.
    float radius = place.w * focal / mix(1.0, max(place.z, lens.z), lens.w);
    vec2 swelling = 2.0 / viewport * min(outline_width, 0.5 + 0.08 * radius);
    base = vec4(colour) / 255.0;
    gl_Position = lens.w > 0.5
        ? vec4(at.x * lens.x, at.y * lens.y, at.z - 2.0 * lens.z, at.z)
        : vec4(at.x * lens.x, at.y * lens.y, 0.0, 1.0);
    gl_Position.xy += vec2(out_way.x, -out_way.y) * swelling * gl_Position.w;
}
