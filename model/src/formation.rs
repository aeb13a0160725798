//! Formations and their points.

use serde::{Deserialize, Serialize};

use crate::ids::FormationId;
use crate::record::{Meta, RawBytes, changes};
use crate::{Id, Vec3};

/// A formation (dte-format 2.9): places around a leader, whose own place is the one nearest the
/// origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Formation {
    /// Its id.
    pub id: FormationId,
    /// Its display name; `None` for none at all.
    pub name: Option<String>,
    /// Its points, in order.
    pub points: Vec<Point>,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

/// A place in a formation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// Its id, unique in its formation.
    pub id: Id<Point>,
    /// Where it is from the formation's origin, in game units.
    pub at: Vec3,
    /// Bytes laid over what the point compiles to.
    pub raw: RawBytes,
}

/// Which point of which formation a ship flies at.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PointPlace {
    /// The formation.
    pub formation: FormationId,
    /// Its point.
    pub point: Id<Point>,
}

impl Formation {
    /// A formation without points, named like its id.
    pub fn new(id: FormationId) -> Self {
        Self {
            name: Some(id.to_string()),
            id,
            points: Vec::new(),
            meta: Meta::default(),
        }
    }
}

impl Point {
    /// A point at the origin.
    pub fn new(id: Id<Point>) -> Self {
        Self {
            id,
            at: Vec3::default(),
            raw: RawBytes::default(),
        }
    }
}

changes! {
    /// A change of one field of a formation.
    FormationChange of Formation in Formations {
        /// Display name.
        Name(name: Option<String>),
        /// Points.
        Points(points: Vec<Point>),
    }
}
