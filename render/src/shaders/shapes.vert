// One corner of one instance of a form. Camera axes: x right, y down, z into the picture.

// What turns camera axes into clip space (x and y), the near plane, and 1 in perspective, else 0.
uniform vec4 lens;
// Points of the screen for one game unit at a depth of one (perspective) or at any depth.
uniform float focal;

in vec3 position;
in vec3 normal;
in uvec4 tint;
in vec3 crease;

in vec4 place;
in vec4 turn;
in uvec4 colour;

out vec3 camera_place;
out vec3 camera_normal;
out vec3 sides;
flat out vec4 base;
flat out vec4 tinted;
flat out float crease_strength;

vec3 turned(vec3 v) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

void main() {
    vec3 at = place.xyz + turned(position) * place.w;
    camera_place = at;
    camera_normal = turned(normal);
    sides = crease;
    base = vec4(colour) / 255.0;
    tinted = vec4(tint) / 255.0;
    float radius = place.w * focal / mix(1.0, max(place.z, lens.z), lens.w);
    // Creases of what is small would be all that is seen of it.
    crease_strength = smoothstep(16.0, 70.0, radius);
    // Cut at the near plane and nowhere behind it; depth itself is the fragment's business.
    gl_Position = lens.w > 0.5
        ? vec4(at.x * lens.x, at.y * lens.y, at.z - 2.0 * lens.z, at.z)
        : vec4(at.x * lens.x, at.y * lens.y, 0.0, 1.0);
}
