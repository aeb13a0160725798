//! Angles and turns that give the same bits on every machine.
//!
//! A platform's own sine may differ from another's in its last bit, and a mission that runs for
//! minutes makes much of a bit. These rest on addition, multiplication, division and square root
//! alone, which IEEE 754 fixes.

use glam::{DMat3, DVec3};

const PI: f64 = std::f64::consts::PI;
const HALF_PI: f64 = std::f64::consts::FRAC_PI_2;
const QUARTER_PI: f64 = std::f64::consts::FRAC_PI_4;
/// The first 33 bits of a quarter turn, so that its multiples are exact, and the rest of it.
const QUARTER_HIGH: f64 = 1.570_796_326_734_125_6;
const QUARTER_LOW: f64 = 6.077_100_506_506_192e-11;

/// Sine and cosine of an angle in radians; 0 and 1 for one that is no number.
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    if !angle.is_finite() {
        return (0.0, 1.0);
    }
    let turns = (angle / HALF_PI).round();
    let rest = (angle - turns * QUARTER_HIGH) - turns * QUARTER_LOW;
    let square = rest * rest;
    // Taylor's series; within an eighth of a turn its next terms lie below the last bit.
    let mut sine = 0.0;
    let mut cosine = 0.0;
    for n in (0..9).rev() {
        let n = f64::from(n);
        cosine = 1.0 - cosine * square / ((2.0 * n + 1.0) * (2.0 * n + 2.0));
        sine = 1.0 - sine * square / ((2.0 * n + 2.0) * (2.0 * n + 3.0));
    }
    let sine = sine * rest;
    match turns.rem_euclid(4.0) as u8 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// Sine of an angle in radians.
pub(crate) fn sin(angle: f64) -> f64 {
    sin_cos(angle).0
}

/// Cosine of an angle in radians.
pub(crate) fn cos(angle: f64) -> f64 {
    sin_cos(angle).1
}

/// Angle of a slope of at most 1.
fn atan_small(slope: f64) -> f64 {
    // Around an eighth of a turn, the angle to it has the smaller slope.
    let (base, slope) = if slope > 0.414 {
        (QUARTER_PI, (slope - 1.0) / (slope + 1.0))
    } else {
        (0.0, slope)
    };
    // Half the angle again, for a series that ends soon.
    let half = slope / (1.0 + (1.0 + slope * slope).sqrt());
    let square = half * half;
    let mut sum = 0.0;
    for n in (0..14).rev() {
        sum = 1.0 / (2.0 * f64::from(n) + 1.0) - square * sum;
    }
    base + 2.0 * half * sum
}

/// Angle of the point (x, y) about the origin, from the x axis toward y, -pi to pi; 0 for the
/// origin itself and for what is no number.
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    let (across, along) = (y.abs(), x.abs());
    if !(across + along).is_finite() || across + along == 0.0 {
        return 0.0;
    }
    let first = if across <= along {
        atan_small(across / along)
    } else {
        HALF_PI - atan_small(along / across)
    };
    let upper = if x < 0.0 { PI - first } else { first };
    if y < 0.0 { -upper } else { upper }
}

/// Farthest along an axis that a place can be, in world units. Beyond it the square of a distance
/// leaves the range of the game's own floats.
pub(crate) const FARTHEST: f32 = 1e18;

/// Whether a place is one that the game can reckon with.
pub(crate) fn is_bearable(place: [f32; 3]) -> bool {
    place.iter().all(|it| it.abs() <= FARTHEST)
}

/// Radians of degrees.
pub(crate) fn radians(degrees: f64) -> f64 {
    degrees * (PI / 180.0)
}

/// Degrees of radians, rounded as the game's own arithmetic is, so that a whole number of degrees
/// turned into an orientation comes back as itself.
pub(crate) fn degrees(radians: f64) -> f64 {
    f64::from((radians * (180.0 / PI)) as f32)
}

/// A right-handed turn about X: a positive one lifts the nose.
pub(crate) fn turn_x(angle: f64) -> DMat3 {
    let (s, c) = sin_cos(angle);
    DMat3::from_cols(DVec3::X, DVec3::new(0.0, c, s), DVec3::new(0.0, -s, c))
}

/// A right-handed turn about Y: a positive one brings the nose toward X.
pub(crate) fn turn_y(angle: f64) -> DMat3 {
    let (s, c) = sin_cos(angle);
    DMat3::from_cols(DVec3::new(c, 0.0, -s), DVec3::Y, DVec3::new(s, 0.0, c))
}

/// A right-handed turn about Z: a positive one lowers the right side.
pub(crate) fn turn_z(angle: f64) -> DMat3 {
    let (s, c) = sin_cos(angle);
    DMat3::from_cols(DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0), DVec3::Z)
}

/// How a record's whole degrees stand: yaw, then pitch, then roll (engine-facts 2).
pub(crate) fn placed(yaw: f64, pitch: f64, roll: f64) -> DMat3 {
    turn_y(radians(yaw)) * turn_x(radians(pitch)) * turn_z(radians(roll))
}

/// The turn of one step from its angles in radians (x pitch, y yaw, z roll).
pub(crate) fn step_turn(angles: DVec3) -> DMat3 {
    if angles == DVec3::ZERO {
        return DMat3::IDENTITY;
    }
    turn_x(angles.x) * turn_y(angles.y) * turn_z(angles.z)
}

/// The angles that [`step_turn`] makes a turn of.
pub(crate) fn angles(turn: DMat3) -> DVec3 {
    let (right, down, forward) = (turn.x_axis, turn.y_axis, turn.z_axis);
    let across = (right.x * right.x + down.x * down.x).sqrt();
    let yaw = atan2(forward.x, across);
    if across > 1.6e-5 {
        DVec3::new(atan2(-forward.y, forward.z), yaw, atan2(-down.x, right.x))
    } else {
        DVec3::new(atan2(down.z, down.y), yaw, 0.0)
    }
}

/// The orientation whose nose points along `way` without roll; unturned for no way at all.
pub(crate) fn look_at(way: DVec3) -> DMat3 {
    let (sw, cw) = sin_cos(atan2(way.x, way.z));
    let (sp, cp) = sin_cos(atan2(way.y, way.x * sw + way.z * cw));
    DMat3::from_cols(
        DVec3::new(cw, 0.0, -sw),
        DVec3::new(-sw * sp, cp, -cw * sp),
        DVec3::new(sw * cp, sp, cw * cp),
    )
}

/// The same orientation with its axes at right angles and of length 1 again, its nose kept.
pub(crate) fn orthonormal(orientation: DMat3) -> DMat3 {
    let forward = orientation.z_axis.normalize_or(DVec3::Z);
    let down = forward.cross(orientation.x_axis).normalize_or(DVec3::Y);
    DMat3::from_cols(down.cross(forward), down, forward)
}

/// A quantity that eases toward a target, `inertia` of it staying.
pub(crate) fn settle(current: f64, target: f64, inertia: f64) -> f64 {
    current * inertia + target * (1.0 - inertia)
}

/// The square that keeps its sign.
pub(crate) fn signed_square(x: f64) -> f64 {
    x * x.abs()
}

/// The root that keeps its sign.
pub(crate) fn signed_root(x: f64) -> f64 {
    if x < 0.0 { -(-x).sqrt() } else { x.sqrt() }
}

/// A vector of record bytes; what is no number counts as 0, since nothing good comes of it.
pub(crate) fn vector(values: [f32; 3]) -> DVec3 {
    let [x, y, z] = values.map(|value| {
        if value.is_finite() {
            f64::from(value)
        } else {
            0.0
        }
    });
    DVec3::new(x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_agree_with_the_platform() {
        for n in -4000..4000 {
            let angle = f64::from(n) * 0.01;
            let (s, c) = sin_cos(angle);
            assert!((s - angle.sin()).abs() < 4e-16, "sin {angle}: {s}");
            assert!((c - angle.cos()).abs() < 4e-16, "cos {angle}: {c}");
            let (y, x) = (angle.sin() * 3.0, angle.cos() * 3.0);
            assert!((atan2(y, x) - y.atan2(x)).abs() < 1e-15, "atan2 {y} {x}");
        }
    }

    #[test]
    fn right_angles_are_exact() {
        assert_eq!(degrees(atan2(1.0, 0.0)), 90.0);
        assert_eq!(degrees(atan2(0.0, -1.0)), 180.0);
        assert_eq!(degrees(atan2(-1.0, 0.0)), -90.0);
        assert_eq!(atan2(0.0, 1.0), 0.0);
    }

    /// engine-facts 2: yaw 90 puts the nose on +X, positive pitch lifts it toward -Y, positive roll
    /// lowers the right side.
    #[test]
    fn turns_have_the_games_signs() {
        let near = |a: DVec3, b: DVec3| assert!((a - b).length() < 1e-12, "{a} {b}");
        near(placed(90.0, 0.0, 0.0).z_axis, DVec3::X);
        near(placed(0.0, 90.0, 0.0).z_axis, -DVec3::Y);
        near(placed(0.0, 0.0, 90.0).x_axis, DVec3::Y);
    }

    #[test]
    fn angles_undo_a_step_turn() {
        let turn = DVec3::new(0.2, -0.4, 1.1);
        assert!((angles(step_turn(turn)) - turn).length() < 1e-12);
    }

    #[test]
    fn look_at_faces_its_way() {
        let way = DVec3::new(3.0, -2.0, -5.0);
        let seen = look_at(way);
        assert!((seen.z_axis - way.normalize()).length() < 1e-12);
        assert!(seen.x_axis.y.abs() < 1e-12, "no roll");
    }
}
