//! The object table, which says what stands behind an object ID and which triggers are its own.

use super::record;

record! {
    /// An entry of the object table (dte-format 2.6), indexed by object ID.
    ///
    /// An ID that no record has keeps the default.
    Object: 8 bytes of Objects {
        /// What bears the ID; see [`ObjectKind`].
        0x00 kind: u8 = 0,
        /// Triggers in its slice.
        0x01 trigger_count: u8 = 0,
        /// First trigger of its slice; 0xFFFF for an empty one.
        0x02 first_trigger: u16 = 0xFFFF,
        /// Unknown.
        0x04 unknown_04: u32 = 0,
    }
}

/// What bears an object ID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A record of the ships section.
    Ship,
    /// A record of the flight groups section.
    FlightGroup,
    /// A record of the squads section.
    Squad,
}

impl ObjectKind {
    /// The kind that a table entry holds, or `None` for a number that the game does not know.
    pub fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Ship),
            1 => Some(Self::FlightGroup),
            2 => Some(Self::Squad),
            _ => None,
        }
    }

    /// The number that a table entry holds.
    pub fn number(self) -> u8 {
        match self {
            Self::Ship => 0,
            Self::FlightGroup => 1,
            Self::Squad => 2,
        }
    }
}
