//! Numbers that compare by their bits, since bits are what the file holds.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// A single-precision number, equal to another only if all its bits are: `-0` is not `0`, and a NaN
/// is itself.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Real(
    /// The number.
    pub f32,
);

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl From<f32> for Real {
    fn from(value: f32) -> Self {
        Self(value)
    }
}

/// A place or a distance in game units: X right, Y **down**, Z forward.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[f32; 3]", into = "[f32; 3]")]
pub struct Vec3 {
    /// To the right.
    pub x: Real,
    /// Down.
    pub y: Real,
    /// Forward.
    pub z: Real,
}

impl Vec3 {
    /// A place of these coordinates.
    pub fn new(x: f32, y: f32, z: f32) -> Self {
        Self {
            x: Real(x),
            y: Real(y),
            z: Real(z),
        }
    }

    /// The coordinates, as records hold them.
    pub fn to_array(self) -> [f32; 3] {
        [self.x.0, self.y.0, self.z.0]
    }

    /// The coordinates in double precision, for geometry.
    pub fn to_f64(self) -> [f64; 3] {
        self.to_array().map(f64::from)
    }

    /// This place moved by another, in single precision.
    pub fn plus(self, other: Self) -> Self {
        Self::new(
            self.x.0 + other.x.0,
            self.y.0 + other.y.0,
            self.z.0 + other.z.0,
        )
    }

    /// This place less another, in single precision, as curves store tangents.
    pub fn minus(self, other: Self) -> Self {
        Self::new(
            self.x.0 - other.x.0,
            self.y.0 - other.y.0,
            self.z.0 - other.z.0,
        )
    }
}

impl From<[f32; 3]> for Vec3 {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self::new(x, y, z)
    }
}

impl From<Vec3> for [f32; 3] {
    fn from(value: Vec3) -> Self {
        value.to_array()
    }
}
