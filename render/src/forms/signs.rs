//! Signs, and the parts of gizmos: what has no body in the game.

use super::{DARK, DIM, GLOW, PLAIN, SOFT_GLOW, along_x, cuboid, hoop, rectangle, ring, v};
use crate::mesh::{Builder, Mesh, Shading};

pub(super) fn nav_point() -> Mesh {
    let mut mesh = Builder::default();
    let belt = [
        v(0.42, 0.0, 0.0),
        v(0.0, 0.0, 0.42),
        v(-0.42, 0.0, 0.0),
        v(0.0, 0.0, -0.42),
    ];
    let mut walls = Vec::new();
    for (corner, next) in belt.iter().zip(belt.iter().cycle().skip(1)) {
        walls.push(vec![v(0.0, -0.8, 0.0), *corner, *next]);
        walls.push(vec![v(0.0, 0.8, 0.0), *corner, *next]);
    }
    mesh.part(&walls, PLAIN);
    for piece in hoop(0.92, [0.07, 0.05], 20) {
        mesh.loft(&piece, GLOW);
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn waypoint() -> Mesh {
    let mut mesh = Builder::default();
    for side in [-1.0, 1.0] {
        let (nose, notch, wing) = (
            v(0.0, 0.0, 1.0),
            v(0.0, 0.0, -0.35),
            v(side * 0.72, 0.0, -0.7),
        );
        let (ridge, keel) = (v(0.0, -0.36, -0.2), v(0.0, 0.36, -0.2));
        mesh.part(
            &[
                vec![nose, ridge, wing],
                vec![ridge, notch, wing],
                vec![nose, keel, wing],
                vec![keel, notch, wing],
            ],
            if side < 0.0 { PLAIN } else { DIM },
        );
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn point() -> Mesh {
    let mut mesh = Builder::default();
    let bar = || cuboid(v(-0.1, -0.1, -1.0), v(0.1, 0.1, 1.0));
    mesh.loft(&bar(), GLOW);
    mesh.loft(&along_x(bar()), PLAIN);
    mesh.loft(&super::along_y(bar()), SOFT_GLOW);
    mesh.finish(Shading::Faceted)
}

pub(super) fn curve_point() -> Mesh {
    let mut mesh = Builder::default();
    mesh.loft(
        &[
            ring(-0.55, [0.0, 0.0], [0.2, 0.2], 8),
            ring(-0.35, [0.0, 0.0], [0.46, 0.46], 8),
            ring(0.15, [0.0, 0.0], [0.46, 0.46], 8),
            ring(0.35, [0.0, 0.0], [0.2, 0.2], 8),
        ],
        PLAIN,
    );
    mesh.loft(
        &[
            ring(0.3, [0.0, 0.0], [0.2, 0.2], 8),
            ring(1.0, [0.0, 0.0], [0.02, 0.02], 8),
        ],
        GLOW,
    );
    mesh.finish(Shading::Faceted)
}

pub(super) fn camera_marker() -> Mesh {
    let mut mesh = Builder::default();
    mesh.loft(&cuboid(v(-0.24, -0.2, -0.8), v(0.24, 0.4, 0.2)), PLAIN);
    // The hood of the lens, and glass in it.
    mesh.loft(
        &[
            rectangle(0.18, [0.0, 0.1], [0.12, 0.12]),
            rectangle(0.8, [0.0, 0.1], [0.36, 0.28]),
        ],
        DIM,
    );
    mesh.loft(
        &[
            rectangle(0.79, [0.0, 0.1], [0.3, 0.22]),
            rectangle(0.82, [0.0, 0.1], [0.3, 0.22]),
        ],
        DARK,
    );
    // Two reels.
    for z in [-0.56, 0.02] {
        let reel = [-0.14, 0.14].map(|x| ring(x, [z, -0.46], [0.29, 0.29], 12));
        mesh.loft(&along_x(reel), DIM);
        let hub = [-0.16, 0.16].map(|x| ring(x, [z, -0.46], [0.11, 0.11], 8));
        mesh.loft(&along_x(hub), DARK);
    }
    mesh.finish(Shading::Faceted)
}

pub(super) fn cone() -> Mesh {
    let mut mesh = Builder::default();
    let base = ring(0.0, [0.0, 0.0], [0.32, 0.32], 20);
    let tip = v(0.0, 0.0, 1.0);
    let walls: Vec<_> = base
        .iter()
        .zip(base.iter().cycle().skip(1))
        .map(|(corner, next)| vec![tip, *corner, *next])
        .collect();
    mesh.part(&walls, GLOW);
    // The base in a darker tone tells towards from away. Its triangles lie on the ground, so that
    // only a place above it can tell which way is out.
    let fan = base.split_first().into_iter().flat_map(|(first, rest)| {
        let pairs = rest.iter().zip(rest.iter().skip(1));
        pairs.map(|(second, third)| vec![*first, *second, *third])
    });
    let mut floor: Vec<_> = fan.collect();
    floor.push(vec![tip]);
    mesh.part(&floor, SOFT_GLOW);
    mesh.finish(Shading::Rough)
}

pub(super) fn plate() -> Mesh {
    let mut mesh = Builder::default();
    mesh.loft(&cuboid(v(-0.7, -0.7, -0.01), v(0.7, 0.7, 0.01)), GLOW);
    mesh.finish(Shading::Rough)
}
