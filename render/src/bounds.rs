//! Boxes along the axes, for framing.

use glam::DVec3;

/// A box along the axes in game space, in game units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The corner with the smallest coordinates.
    pub min: DVec3,
    /// The corner with the greatest coordinates.
    pub max: DVec3,
}

impl Bounds {
    /// The box around a sphere; `None` unless it is finite.
    pub fn of_sphere(centre: DVec3, radius: f64) -> Option<Self> {
        let reach = DVec3::splat(radius.abs());
        (centre.is_finite() && radius.is_finite()).then_some(Self {
            min: centre - reach,
            max: centre + reach,
        })
    }

    /// The box around the finite ones of some points; `None` around none.
    pub fn of_points(points: impl IntoIterator<Item = DVec3>) -> Option<Self> {
        points
            .into_iter()
            .filter_map(|point| Self::of_sphere(point, 0.0))
            .reduce(Self::union)
    }

    /// The box around both.
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The middle.
    pub fn centre(self) -> DVec3 {
        // Halves first: the sum of two far corners need not be representable as exactly.
        self.min * 0.5 + self.max * 0.5
    }

    /// From the middle to a corner, in game units.
    pub fn radius(self) -> f64 {
        (self.max - self.min).length() * 0.5
    }

    /// The eight corners.
    pub fn corners(self) -> [DVec3; 8] {
        let (a, b) = (self.min, self.max);
        [
            DVec3::new(a.x, a.y, a.z),
            DVec3::new(b.x, a.y, a.z),
            DVec3::new(a.x, b.y, a.z),
            DVec3::new(b.x, b.y, a.z),
            DVec3::new(a.x, a.y, b.z),
            DVec3::new(b.x, a.y, b.z),
            DVec3::new(a.x, b.y, b.z),
            DVec3::new(b.x, b.y, b.z),
        ]
    }
}
