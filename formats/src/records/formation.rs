//! Formations and their points.

use super::record;

record! {
    /// A formation (dte-format 2.9).
    Formation: 8 bytes of Formations {
        /// Offset of the name in the string pool.
        0x00 name: u16 = 0xFFFF,
        /// Unknown.
        0x02 unknown_02: u16 = 0,
        /// Index of its first point.
        0x04 first_point: u16 = 0xFFFF,
        /// Unknown.
        0x06 unknown_06: u16 = 0,
    }
}

record! {
    /// A place in a formation. Points of one formation follow one another; the leader's is the one
    /// nearest the origin.
    FormationPoint: 16 bytes of FormationPoints {
        /// Index of its formation.
        0x00 formation: u16 = 0,
        /// Unknown.
        0x02 unknown_02: u16 = 0,
        /// Offset from the formation's origin, in game units.
        0x04 position: [f32; 3] = [0.0; 3],
    }
}
