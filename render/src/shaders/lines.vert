// A piece of a line, widened to a rectangle with room for its ends and for a soft edge.
// Everything runs evenly on the screen, so there is no perspective left to correct for.

// The viewport's size, and that of a pixel, in points.
uniform vec2 viewport;
uniform float pixel;

in vec3 from;
in vec3 to;
in uvec4 colour;
in vec4 style;
in float crowding;

// Along and across the piece from its start, in points.
out vec2 on_piece;
// One over the depth in perspective, the depth without.
out float number;
flat out vec4 base;
flat out vec4 look;
flat out float piece_length;
flat out float crowd;

void main() {
    // Two triangles of the corners 0 1 2 and 2 1 3.
    int corner = gl_VertexID < 3 ? gl_VertexID : (gl_VertexID == 3 ? 2 : (gl_VertexID == 4 ? 1 : 3));
    float end = corner > 1 ? 1.0 : 0.0;
    float side = (corner & 1) == 1 ? 1.0 : -1.0;

    vec2 way = to.xy - from.xy;
    float size = length(way);
    vec2 along = size > 1e-4 ? way / size : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    float reach = 0.5 * max(style.x, pixel) + pixel;
    float gone = end > 0.5 ? size + reach : -reach;

    on_piece = vec2(gone, side * reach);
    vec2 on_screen = from.xy + along * gone + across * side * reach;
    number = size > 1e-4 ? mix(from.z, to.z, gone / size) : from.z;
    base = vec4(colour) / 255.0;
    look = style;
    piece_length = size;
    crowd = crowding;
    gl_Position = vec4(on_screen * 2.0 / viewport * vec2(1.0, -1.0), 0.0, 1.0);
}
