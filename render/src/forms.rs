//! The built-in forms: one small mesh for each class of ship and each sign.
//!
//! Each is made to be told from the others by its outline alone, from any side, and to show where
//! its nose is. Ships' frames are the game's: X right, Y down, Z nose.

mod bodies;
mod signs;

use std::sync::LazyLock;

use glam::Vec3;

use crate::Mesh;
use crate::mesh::{GLOWS, LIT};
use crate::scene::Form;

/// Every form that has a mesh of its own.
pub const BUILT_IN: [Form; 17] = [
    Form::Fighter,
    Form::Capital,
    Form::Support,
    Form::Station,
    Form::Torpedo,
    Form::Debris,
    Form::Mine,
    Form::Planet,
    Form::NavPoint,
    Form::Waypoint,
    Form::Point,
    Form::CurvePoint,
    Form::CameraMarker,
    Form::Volume,
    Form::Cone,
    Form::Ball,
    Form::Plate,
];

/// The mesh of a built-in form; `None` for [`Form::Mesh`], whose mesh the scene has.
pub fn built_in(form: Form) -> Option<&'static Mesh> {
    static MESHES: LazyLock<Vec<(Form, Mesh)>> =
        LazyLock::new(|| BUILT_IN.map(|form| (form, make(form))).into());
    MESHES
        .iter()
        .find(|(made, _)| *made == form)
        .map(|(_, mesh)| mesh)
}

fn make(form: Form) -> Mesh {
    match form {
        Form::Fighter => bodies::fighter(),
        Form::Capital => bodies::capital(),
        Form::Support => bodies::support(),
        Form::Station => bodies::station(),
        Form::Torpedo => bodies::torpedo(),
        Form::Debris => bodies::debris(),
        Form::Mine => bodies::mine(),
        Form::Planet | Form::Volume => bodies::ball(40, 24),
        Form::NavPoint => signs::nav_point(),
        Form::Waypoint => signs::waypoint(),
        Form::Point => signs::point(),
        Form::CurvePoint => signs::curve_point(),
        Form::CameraMarker => signs::camera_marker(),
        Form::Cone => signs::cone(),
        Form::Ball => bodies::ball(20, 12),
        Form::Plate => signs::plate(),
        Form::Mesh(_) => Mesh::default(),
    }
}

/// The shape's own colour.
const PLAIN: [u8; 4] = [255, 255, 255, LIT];
/// A shade of it, for what lies lower or behind.
const DIM: [u8; 4] = [165, 168, 175, LIT];
/// Nearly black: glass and hollows.
const DARK: [u8; 4] = [70, 76, 88, LIT];
/// A sign's own light.
const GLOW: [u8; 4] = [255, 255, 255, GLOWS];
/// A weaker light, to set parts of a sign apart.
const SOFT_GLOW: [u8; 4] = [178, 178, 178, GLOWS];

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// A ring of corners across Z; half sizes from its middle at (`x`, `y`).
fn ring(z: f32, middle: [f32; 2], half: [f32; 2], corners: u16) -> Vec<Vec3> {
    let [x, y] = middle;
    let [half_x, half_y] = half;
    (0..corners)
        .map(|corner| {
            // A flat side below and above, as ships have.
            let turn = std::f32::consts::TAU * (f32::from(corner) + 0.5) / f32::from(corners);
            let (sin, cos) = turn.sin_cos();
            v(x + half_x * sin, y + half_y * cos, z)
        })
        .collect()
}

/// A rectangle across Z; half sizes from its middle at (`x`, `y`).
fn rectangle(z: f32, middle: [f32; 2], half: [f32; 2]) -> Vec<Vec3> {
    let [x, y] = middle;
    let [half_x, half_y] = half;
    vec![
        v(x - half_x, y - half_y, z),
        v(x + half_x, y - half_y, z),
        v(x + half_x, y + half_y, z),
        v(x - half_x, y + half_y, z),
    ]
}

/// Two rings that make a box along the axes.
fn cuboid(min: Vec3, max: Vec3) -> [Vec<Vec3>; 2] {
    let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
    [min.z, max.z].map(|z| rectangle(z, [middle.x, middle.y], [half.x, half.y]))
}

/// The rings with x and z exchanged: what was made along Z lies along X.
fn along_x<const N: usize>(rings: [Vec<Vec3>; N]) -> [Vec<Vec3>; N] {
    rings.map(|ring| ring.iter().map(|p| v(p.z, p.y, p.x)).collect())
}

/// The rings with y and z exchanged: what was made along Z lies along Y.
fn along_y<const N: usize>(rings: [Vec<Vec3>; N]) -> [Vec<Vec3>; N] {
    rings.map(|ring| ring.iter().map(|p| v(p.x, p.z, p.y)).collect())
}

/// The rings on the other side of the ship.
fn mirrored<const N: usize>(rings: [Vec<Vec3>; N]) -> [Vec<Vec3>; N] {
    rings.map(|ring| ring.iter().map(|p| v(-p.x, p.y, p.z)).collect())
}

/// The square ring of a torus across Y, as `segments` straight pieces: each its two end rings.
fn hoop(radius: f32, half: [f32; 2], segments: u16) -> Vec<[Vec<Vec3>; 2]> {
    let [half_out, half_y] = half;
    let end = |segment: u16| {
        let turn = std::f32::consts::TAU * f32::from(segment) / f32::from(segments);
        let out = v(turn.sin(), 0.0, turn.cos());
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(side, up)| out * (radius + side * half_out) + v(0.0, up * half_y, 0.0))
            .to_vec()
    };
    (0..segments)
        .map(|segment| [end(segment), end(segment + 1)])
        .collect()
}
