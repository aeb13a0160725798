//! Ships, and everything else that is placed in space.

use formats::records;
use serde::{Deserialize, Serialize};

use crate::ids::{CurveId, FlightGroupId, ShipId};
use crate::record::{Meta, changes};
use crate::{PointPlace, Real, Vec3};

/// A placed object: a ship, a station, a planet, a nav point, a marker (dte-format 2.3).
///
/// The first ship of a mission is the player's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ship {
    /// Its id.
    pub id: ShipId,
    /// Its display name; `None` for none at all.
    pub name: Option<String>,
    /// Below 0x100 a ship type, else a special kind such as a nav point.
    pub kind: u16,
    /// The flight group that it belongs to.
    pub flight_group: Option<FlightGroupId>,
    /// Who flies it.
    pub pilot: Option<u8>,
    /// Where it is placed, in game units.
    pub position: Vec3,
    /// How it is turned.
    pub rotation: Rotation,
    /// Kind of the ship that it launches from: the first record of that kind.
    pub launch_from: Option<u16>,
    /// Launch gate of that ship; without one it does not launch.
    pub launch_gate: Option<u8>,
    /// Missile loadout tier; `None` and 0 take the campaign's.
    pub loadout: Option<u8>,
    /// Its place in a formation.
    pub formation_point: Option<PointPlace>,
    /// For a point: the place on a curve that it marks.
    pub marks: Option<CurveMark>,
    /// Object ID; `None` takes a free one.
    pub object_id: Option<u16>,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

/// Whole degrees, yaw about Y first, then pitch about X, then roll about Z.
///
/// A yaw of 0 faces +Z and 90 faces +X; a positive pitch lifts the nose; a positive roll lowers the
/// right side (engine-facts 2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the type says it")]
pub struct Rotation {
    pub yaw: i16,
    pub pitch: i16,
    pub roll: i16,
}

/// A marked place on a curve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurveMark {
    /// The curve.
    pub curve: CurveId,
    /// How far along it, 0 to 1.
    pub at: Real,
}

impl Ship {
    /// A Predator at the origin, named like its id.
    pub fn new(id: ShipId) -> Self {
        Self {
            name: Some(id.to_string()),
            id,
            kind: 0,
            flight_group: None,
            pilot: None,
            position: Vec3::default(),
            rotation: Rotation::default(),
            launch_from: None,
            launch_gate: None,
            loadout: None,
            formation_point: None,
            marks: None,
            object_id: None,
            meta: Meta::default(),
        }
    }

    /// Whether it is a ship type, and not a nav point or marker.
    pub fn is_vessel(&self) -> bool {
        self.kind < records::Ship::FIRST_SPECIAL_KIND
    }
}

changes! {
    /// A change of one field of a ship.
    ShipChange of Ship in Ships {
        /// Display name.
        Name(name: Option<String>),
        /// Type or special kind.
        Kind(kind: u16),
        /// Flight group.
        FlightGroup(flight_group: Option<FlightGroupId>),
        /// Pilot.
        Pilot(pilot: Option<u8>),
        /// Place.
        Position(position: Vec3),
        /// Angles.
        Rotation(rotation: Rotation),
        /// Kind of the carrier.
        LaunchFrom(launch_from: Option<u16>),
        /// Gate of the carrier.
        LaunchGate(launch_gate: Option<u8>),
        /// Missile loadout tier.
        Loadout(loadout: Option<u8>),
        /// Place in a formation.
        FormationPoint(formation_point: Option<PointPlace>),
        /// Marked place on a curve.
        Marks(marks: Option<CurveMark>),
        /// Object ID.
        ObjectId(object_id: Option<u16>),
    }
}
