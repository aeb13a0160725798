//! Bodies: ships, stations, and what floats about.

use glam::Vec3;

use super::{DARK, DIM, PLAIN, cuboid, hoop, mirrored, rectangle, ring, v};
use crate::mesh::{Builder, HOT, LIT, Mesh, Shading};

/// The light of engines, whatever the ship's colour.
const ENGINE: [u8; 4] = [255, 214, 150, HOT];

pub(super) fn fighter() -> Mesh {
    let mut mesh = Builder::default();
    mesh.loft(
        &[
            ring(1.0, [0.0, 0.03], [0.015, 0.015], 6),
            ring(0.45, [0.0, 0.01], [0.12, 0.08], 6),
            ring(-0.15, [0.0, 0.0], [0.21, 0.14], 6),
            ring(-0.7, [0.0, 0.0], [0.17, 0.11], 6),
        ],
        PLAIN,
    );
    // The canopy.
    mesh.loft(
        &[
            ring(0.5, [0.0, -0.07], [0.02, 0.01], 6),
            ring(0.22, [0.0, -0.12], [0.07, 0.07], 6),
            ring(-0.1, [0.0, -0.14], [0.03, 0.02], 6),
        ],
        DARK,
    );
    let wing = || {
        [
            vec![
                v(0.14, -0.035, 0.3),
                v(0.14, -0.035, -0.62),
                v(0.14, 0.045, -0.62),
                v(0.14, 0.045, 0.3),
            ],
            vec![
                v(0.82, 0.075, -0.5),
                v(0.82, 0.075, -0.78),
                v(0.82, 0.1, -0.78),
                v(0.82, 0.1, -0.5),
            ],
        ]
    };
    let fin = || {
        [
            vec![
                v(0.11, -0.06, -0.3),
                v(0.11, -0.06, -0.68),
                v(0.15, -0.06, -0.68),
                v(0.15, -0.06, -0.3),
            ],
            vec![
                v(0.25, -0.4, -0.66),
                v(0.25, -0.4, -0.84),
                v(0.27, -0.4, -0.84),
                v(0.27, -0.4, -0.66),
            ],
        ]
    };
    // Guns on the wings reach ahead, so that the nose is known from above and from below.
    let gun = || cuboid(v(0.46, 0.03, -0.55), v(0.52, 0.09, 0.12));
    let engine = || {
        [
            ring(-0.7, [0.075, 0.0], [0.07, 0.08], 8),
            ring(-0.8, [0.075, 0.0], [0.055, 0.062], 8),
        ]
    };
    let flame = || {
        [
            ring(-0.795, [0.075, 0.0], [0.045, 0.05], 8),
            ring(-0.81, [0.075, 0.0], [0.04, 0.045], 8),
        ]
    };
    for side in [|rings: [Vec<Vec3>; 2]| rings, mirrored] {
        mesh.loft(&side(wing()), PLAIN);
        mesh.loft(&side(fin()), DIM);
        mesh.loft(&side(gun()), DARK);
        mesh.loft(&side(engine()), DARK);
        mesh.loft(&side(flame()), ENGINE);
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn capital() -> Mesh {
    let mut mesh = Builder::default();
    mesh.loft(
        &[
            ring(1.0, [0.0, 0.03], [0.035, 0.02], 8),
            ring(0.72, [0.0, 0.02], [0.1, 0.055], 8),
            ring(0.05, [0.0, 0.0], [0.14, 0.09], 8),
            ring(-0.55, [0.0, 0.0], [0.19, 0.12], 8),
            ring(-0.86, [0.0, 0.0], [0.16, 0.1], 8),
        ],
        PLAIN,
    );
    // The bridge on its tower, aft.
    mesh.loft(&cuboid(v(-0.05, -0.2, -0.62), v(0.05, -0.08, -0.34)), DIM);
    mesh.loft(
        &[
            rectangle(-0.6, [0.0, -0.23], [0.11, 0.045]),
            rectangle(-0.38, [0.0, -0.225], [0.07, 0.03]),
        ],
        PLAIN,
    );
    // Decks and turrets along the back break the long line.
    mesh.loft(&cuboid(v(-0.07, -0.125, -0.25), v(0.07, -0.06, 0.3)), DIM);
    for z in [-0.1, 0.15, 0.42] {
        mesh.loft(
            &cuboid(v(-0.035, -0.155, z), v(0.035, -0.07, z + 0.09)),
            DARK,
        );
    }
    // A keel.
    mesh.loft(&cuboid(v(-0.025, 0.08, -0.4), v(0.025, 0.15, 0.2)), DIM);
    let pod = || {
        [
            rectangle(-0.8, [0.24, 0.03], [0.055, 0.05]),
            rectangle(-0.2, [0.225, 0.03], [0.045, 0.035]),
        ]
    };
    let strut = || cuboid(v(0.1, 0.01, -0.65), v(0.24, 0.05, -0.4));
    let engine = || {
        [
            ring(-0.86, [0.08, 0.0], [0.065, 0.07], 8),
            ring(-0.93, [0.08, 0.0], [0.055, 0.06], 8),
        ]
    };
    let flame = || {
        [
            ring(-0.925, [0.08, 0.0], [0.042, 0.046], 8),
            ring(-0.94, [0.08, 0.0], [0.042, 0.046], 8),
        ]
    };
    let pod_flame = || cuboid(v(0.205, 0.0, -0.815), v(0.275, 0.06, -0.8));
    for side in [|rings: [Vec<Vec3>; 2]| rings, mirrored] {
        mesh.loft(&side(pod()), PLAIN);
        mesh.loft(&side(strut()), DARK);
        mesh.loft(&side(engine()), DARK);
        mesh.loft(&side(flame()), ENGINE);
        mesh.loft(&side(pod_flame()), ENGINE);
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn support() -> Mesh {
    let mut mesh = Builder::default();
    // The cab, with its window.
    mesh.loft(
        &[
            rectangle(0.92, [0.0, 0.06], [0.15, 0.1]),
            rectangle(0.72, [0.0, 0.0], [0.24, 0.2]),
            rectangle(0.42, [0.0, 0.0], [0.24, 0.22]),
        ],
        PLAIN,
    );
    mesh.loft(
        &[
            rectangle(0.9, [0.0, -0.075], [0.12, 0.025]),
            rectangle(0.73, [0.0, -0.17], [0.2, 0.04]),
        ],
        DARK,
    );
    // The spine, and boxes hung on it.
    mesh.loft(&cuboid(v(-0.08, -0.1, -0.75), v(0.08, 0.1, 0.45)), DARK);
    for (place, tint) in [(0.38, PLAIN), (-0.02, DIM), (-0.42, PLAIN)] {
        let container = || cuboid(v(0.1, -0.2, place - 0.34), v(0.42, 0.2, place));
        mesh.loft(&container(), tint);
        mesh.loft(&mirrored(container()), tint);
    }
    // The engine block.
    mesh.loft(
        &[
            rectangle(-0.74, [0.0, 0.0], [0.3, 0.2]),
            rectangle(-0.92, [0.0, 0.0], [0.22, 0.15]),
        ],
        DIM,
    );
    let flame = || {
        [
            ring(-0.91, [0.1, 0.0], [0.075, 0.085], 8),
            ring(-0.94, [0.1, 0.0], [0.07, 0.08], 8),
        ]
    };
    mesh.loft(&flame(), ENGINE);
    mesh.loft(&mirrored(flame()), ENGINE);
    mesh.finish(Shading::Faceted)
}

pub(super) fn station() -> Mesh {
    let mut mesh = Builder::default();
    for (index, piece) in hoop(0.78, [0.09, 0.1], 16).into_iter().enumerate() {
        mesh.loft(&piece, if index % 4 == 0 { DIM } else { PLAIN });
    }
    mesh.loft(
        &super::along_y([
            ring(-0.5, [0.0, 0.0], [0.06, 0.06], 8),
            ring(-0.3, [0.0, 0.0], [0.2, 0.2], 8),
            ring(0.3, [0.0, 0.0], [0.2, 0.2], 8),
            ring(0.5, [0.0, 0.0], [0.1, 0.1], 8),
        ]),
        PLAIN,
    );
    // Masts above and below.
    mesh.loft(
        &cuboid(v(-0.015, -0.85, -0.015), v(0.015, -0.45, 0.015)),
        DIM,
    );
    mesh.loft(&cuboid(v(-0.03, 0.45, -0.03), v(0.03, 0.7, 0.03)), DIM);
    // Spokes; the one ahead goes on through the ring as a dock.
    mesh.loft(
        &cuboid(v(-0.72, -0.045, -0.045), v(0.72, 0.045, 0.045)),
        DARK,
    );
    mesh.loft(
        &cuboid(v(-0.045, -0.045, -0.72), v(0.045, 0.045, 0.72)),
        DARK,
    );
    mesh.loft(
        &[
            rectangle(0.82, [0.0, 0.0], [0.13, 0.13]),
            rectangle(1.0, [0.0, 0.0], [0.09, 0.09]),
        ],
        DIM,
    );
    mesh.loft(&cuboid(v(-0.06, -0.06, 0.99), v(0.06, 0.06, 1.01)), ENGINE);
    mesh.finish(Shading::Faceted)
}

pub(super) fn torpedo() -> Mesh {
    let mut mesh = Builder::default();
    mesh.loft(
        &[
            ring(1.0, [0.0, 0.0], [0.02, 0.02], 10),
            ring(0.86, [0.0, 0.0], [0.11, 0.11], 10),
            ring(0.6, [0.0, 0.0], [0.17, 0.17], 10),
        ],
        DARK,
    );
    mesh.loft(
        &[
            ring(0.6, [0.0, 0.0], [0.17, 0.17], 10),
            ring(-0.7, [0.0, 0.0], [0.17, 0.17], 10),
            ring(-0.85, [0.0, 0.0], [0.12, 0.12], 10),
        ],
        PLAIN,
    );
    mesh.loft(
        &[
            ring(-0.84, [0.0, 0.0], [0.1, 0.1], 10),
            ring(-0.88, [0.0, 0.0], [0.09, 0.09], 10),
        ],
        ENGINE,
    );
    for (across, up) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let out =
            |far: f32, wide: f32, z: f32| v(across * far + up * wide, up * far + across * wide, z);
        mesh.loft(
            &[
                vec![
                    out(0.1, -0.02, -0.35),
                    out(0.1, 0.02, -0.35),
                    out(0.1, 0.02, -0.85),
                    out(0.1, -0.02, -0.85),
                ],
                vec![
                    out(0.46, -0.012, -0.68),
                    out(0.46, 0.012, -0.68),
                    out(0.46, 0.012, -0.92),
                    out(0.46, -0.012, -0.92),
                ],
            ],
            DIM,
        );
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn debris() -> Mesh {
    let bump = |place: Vec3| {
        // Any uneven function will do; what matters is that two equal places get equal bumps.
        let wave = (place.x * 4.1 + place.y * 2.7).sin() + (place.y * 5.3 - place.z * 3.9).sin();
        place * (0.8 + 0.13 * wave) * v(1.0, 0.72, 0.86)
    };
    let mut mesh = Builder::default();
    for quad in globe(9, 6) {
        let corners: Vec<Vec3> = quad.into_iter().map(bump).collect();
        // Bent quads are two triangles; the origin, inside, tells which way is out.
        if let [a, b, c, d] = corners.as_slice() {
            let wedge = |corners: [Vec3; 3]| outward(corners, PLAIN);
            mesh.faces_of([wedge([*a, *b, *c]), wedge([*a, *c, *d])]);
        }
    }
    mesh.finish(Shading::Rough)
}

pub(super) fn mine() -> Mesh {
    let mut mesh = Builder::default();
    for quad in globe(12, 8) {
        let corners = quad.map(|place| place * 0.55);
        let [a, b, c, d] = corners;
        mesh.faces_of([outward([a, b, c], DIM), outward([a, c, d], DIM)]);
    }
    let diagonal = 0.577;
    let mut spikes = vec![
        Vec3::X,
        Vec3::NEG_X,
        Vec3::Y,
        Vec3::NEG_Y,
        Vec3::Z,
        Vec3::NEG_Z,
    ];
    for x in [-diagonal, diagonal] {
        for y in [-diagonal, diagonal] {
            spikes.extend([v(x, y, -diagonal), v(x, y, diagonal)]);
        }
    }
    for spike in spikes {
        let (across, along) = spike.any_orthonormal_pair();
        let foot = |x: f32, y: f32| spike * 0.45 + across * x + along * y;
        let feet = vec![
            foot(0.1, 0.0),
            foot(0.0, 0.1),
            foot(-0.1, 0.0),
            foot(0.0, -0.1),
        ];
        let tip = vec![
            spike + across * 0.03,
            spike + along * 0.03,
            spike - across * 0.03,
            spike - along * 0.03,
        ];
        mesh.loft(&[feet, tip], PLAIN);
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn ball(around: u16, down: u16) -> Mesh {
    let mut mesh = Builder::default();
    for [a, b, c, d] in globe(around, down) {
        let tint = [255, 255, 255, LIT];
        mesh.faces_of([outward([a, b, c], tint), outward([a, c, d], tint)]);
    }
    mesh.finish(Shading::Smooth)
}

/// A ball of radius 1 in quads, pole to pole along Y.
fn globe(around: u16, down: u16) -> Vec<[Vec3; 4]> {
    let place = |column: u16, row: u16| {
        let (sin, cos) = (std::f32::consts::PI * f32::from(row) / f32::from(down)).sin_cos();
        // The last column is the first, to the bit, so that no seam shows.
        let turn = std::f32::consts::TAU * f32::from(column % around) / f32::from(around);
        v(sin * turn.sin(), -cos, sin * turn.cos())
    };
    (0..down)
        .flat_map(|row| (0..around).map(move |column| (column, row)))
        .map(|(column, row)| {
            [
                place(column, row),
                place(column + 1, row),
                place(column + 1, row + 1),
                place(column, row + 1),
            ]
        })
        .collect()
}

/// A triangle with its tint, wound so that it faces away from the origin.
fn outward([a, b, c]: [Vec3; 3], tint: [u8; 4]) -> ([Vec3; 3], [u8; 4]) {
    if (b - a).cross(c - a).dot(a + b + c) >= 0.0 {
        ([a, b, c], tint)
    } else {
        ([a, c, b], tint)
    }
}
