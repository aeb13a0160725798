//! Game axes, a record's angles, and the way from game space to the view's.
//!
//! Names say where a transform leads and where from: `view_from_game` turns game space into view
//! space.

use glam::{DMat3, DQuat, DVec3};

/// Right in game space and in a ship's own frame (engine-facts 2).
pub const RIGHT: DVec3 = DVec3::X;
/// Down in game space and in a ship's own frame; up on the screen is the other way.
pub const DOWN: DVec3 = DVec3::Y;
/// Ahead in game space; along the nose in a ship's own frame.
pub const FORWARD: DVec3 = DVec3::Z;

/// A placed ship's orientation from its record's angles, in degrees: Ry(yaw)·Rx(pitch)·Rz(roll)
/// (engine-facts 2).
///
/// Yaw 90 puts the nose on +X; positive pitch lifts it, towards -Y; positive roll lowers the right
/// side.
pub fn orientation_from_degrees(yaw: f64, pitch: f64, roll: f64) -> DQuat {
    DQuat::from_rotation_y(yaw.to_radians())
        * DQuat::from_rotation_x(pitch.to_radians())
        * DQuat::from_rotation_z(roll.to_radians())
}

/// The yaw, pitch and roll, in degrees, that give an orientation by [`orientation_from_degrees`].
///
/// Pitch is within ±90, the others within ±180. A nose straight up or down leaves yaw and roll
/// open; roll is then 0.
pub fn degrees_from_orientation(orientation: DQuat) -> [f64; 3] {
    let axes = DMat3::from_quat(orientation);
    let (right, down, nose) = (axes.x_axis, axes.y_axis, axes.z_axis);
    let pitch = (-nose.y).clamp(-1.0, 1.0).asin();
    // Below a ten-millionth the heading is made of rounding.
    let (yaw, roll) = if nose.x.hypot(nose.z) > 1e-7 {
        (nose.x.atan2(nose.z), right.y.atan2(down.y))
    } else {
        ((-right.z).atan2(right.x), 0.0)
    };
    [yaw.to_degrees(), pitch.to_degrees(), roll.to_degrees()]
}

/// The yaw and pitch, in degrees, that point a nose along a direction (engine-facts 2, look-at).
/// Straight up or down gives a yaw of 0.
pub fn degrees_towards(direction: DVec3) -> [f64; 2] {
    let level = direction.x.hypot(direction.z);
    let yaw = if level > 0.0 {
        direction.x.atan2(direction.z)
    } else {
        0.0
    };
    [yaw.to_degrees(), (-direction.y).atan2(level).to_degrees()]
}

/// The way from game space to the view's: where the eye is and how it is turned.
///
/// The view's axes are those of the camera: x right, y down, z into the picture, which is the
/// game's own order and the way screens count. Only the shaders turn y over, as their last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// Where it is, in game space.
    pub position: DVec3,
    /// Turns differences in game space into camera axes.
    pub camera_from_game: DMat3,
    /// The same turn as a quaternion.
    pub camera_turn: DQuat,
}

impl Eye {
    /// An eye at a place in game space; `orientation` turns camera axes into game space.
    pub fn new(position: DVec3, orientation: DQuat) -> Self {
        let camera_turn = orientation.inverse();
        Self {
            position,
            camera_from_game: DMat3::from_quat(camera_turn),
            camera_turn,
        }
    }

    /// A place in camera axes, relative to the eye.
    ///
    /// The subtraction is done here, in f64, and what leaves for the GPU as f32 comes after it: at
    /// 10^8 neighbouring f32 are eight units apart, near the eye they are close to each other
    /// wherever the eye is.
    pub fn camera_from_point(&self, point: DVec3) -> DVec3 {
        self.camera_from_game * (point - self.position)
    }

    /// An orientation in camera axes.
    pub fn camera_from_orientation(&self, orientation: DQuat) -> DQuat {
        self.camera_turn * orientation
    }
}
