//! What a command's parameter or an event's value may be.

use std::fmt;
use std::ops::BitOr;

use serde::Deserialize;

/// A set of kinds, as the game's own descriptors hold it (`kind_bits` of
/// `assets/tables/commands.yaml`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct Kinds(
    /// The mask, a bit a kind.
    pub u32,
);

impl Kinds {
    /// A plain integer: an ID, a count, seconds, true or false.
    pub const NUMBER: Self = Self(0x80);
    /// The name of a speech, film or music file.
    pub const FILE_NAME: Self = Self(0x100);
    /// Free text, or the name of an animation track.
    pub const TEXT: Self = Self(0x200);
    /// A ship record, nav points and markers included.
    pub const SHIP: Self = Self(0x400);
    /// A flight group record.
    pub const FLIGHT_GROUP: Self = Self(0x800);
    /// Unknown; ShotAt's two damage values have it.
    pub const UNKNOWN_12: Self = Self(0x1000);
    /// A script part.
    pub const PART: Self = Self(0x4000);
    /// A value out of a named list.
    pub const CONSTANT: Self = Self(0x8_0000);
    /// Inferred: a squad record.
    pub const SQUAD: Self = Self(0x10_0000);
    /// The number of a trigger condition.
    pub const CONDITION: Self = Self(0x20_0000);
    /// A curve record.
    pub const CURVE: Self = Self(0x40_0000);

    /// Each kind with its name in the tables.
    pub const NAMED: [(Self, &'static str); 11] = [
        (Self::NUMBER, "number"),
        (Self::FILE_NAME, "file_name"),
        (Self::TEXT, "text"),
        (Self::SHIP, "ship"),
        (Self::FLIGHT_GROUP, "flight_group"),
        (Self::UNKNOWN_12, "unknown_12"),
        (Self::PART, "part"),
        (Self::CONSTANT, "constant"),
        (Self::SQUAD, "squad_or_unknown"),
        (Self::CONDITION, "condition"),
        (Self::CURVE, "curve"),
    ];

    /// Whether every kind of `other` is in the set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two sets share a kind.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Kinds {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Display for Kinds {
    /// The kinds as a reader calls them: "ship, flight group or squad".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Self::NAMED
            .iter()
            .filter(|(kind, _)| self.contains(*kind))
            .map(|&(_, name)| match name {
                "file_name" => "file name",
                "flight_group" => "flight group",
                "part" => "routine",
                "constant" => "named value",
                "squad_or_unknown" => "squad",
                name => name,
            })
            .collect();
        match names.as_slice() {
            [] => write!(f, "value"),
            [one] => write!(f, "{one}"),
            [rest @ .., last] => write!(f, "{} or {last}", rest.join(", ")),
        }
    }
}
