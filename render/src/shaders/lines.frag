// A line with soft edges, round or flush ends, dashes, and a fade where its like crowd.

uniform vec4 lens;
uniform vec2 depth_line;
uniform float pixel;

in vec2 on_piece;
in float number;
flat in vec4 base;
flat in vec4 look;
flat in float piece_length;
flat in float crowd;

layout (location = 0) out vec4 out_colour;

// Lines of a grid are not seen closer than the first, and at ease from the second on, in points.
const vec2 CROWDED = vec2(6.0, 320.0);

void main() {
    float past = max(-on_piece.x, on_piece.x - piece_length);
    int ends = int(look.w + 0.5);
    bool rounded = on_piece.x < 0.0 ? (ends & 1) != 0 : (ends & 2) != 0;
    if (past > 0.0 && !rounded) {
        discard;
    }
    float off = length(vec2(max(past, 0.0), on_piece.y));
    // A line thinner than a pixel is a fainter one of a pixel.
    float width = max(look.x, pixel);
    float cover = clamp((0.5 * width - off) / pixel + 0.5, 0.0, 1.0) * min(look.x / pixel, 1.0);

    if (look.y > 0.0) {
        float place = mod(look.z + on_piece.x, look.y);
        float into = min(place, 0.6 * look.y - place);
        cover *= clamp(into / pixel + 0.5, 0.0, 1.0);
    }
    if (crowd > 0.0) {
        float spacing = lens.w > 0.5 ? crowd * number : crowd;
        cover *= clamp(log2(spacing / CROWDED.x) / log2(CROWDED.y / CROWDED.x), 0.0, 1.0);
    }
    out_colour = vec4(base.rgb, base.a * cover);

    float depth = lens.w > 0.5 ? -log2(max(number, 1e-30)) : number;
    gl_FragDepth = clamp(depth_line.x * depth + depth_line.y, 0.0, 1.0);
}
