//! Flight groups.

use super::record;

record! {
    /// A flight group (dte-format 2.4). Its ships name it; it does not list them.
    FlightGroup: 20 bytes of FlightGroups {
        /// Object ID.
        0x00 object_id: u16 = 0,
        /// Unknown.
        0x02 unknown_02: u16 = 0,
        /// Offset of the name in the string pool.
        0x04 name: u16 = 0xFFFF,
        /// Unknown.
        0x06 unknown_06: u16 = 0,
        /// Wing: 0 the player's, 1, 2, or 0xFF for none.
        0x08 wing: u8 = 0xFF,
        /// Ships that name the group; counted again when the mission is bound.
        0x09 ship_count: u8 = 0,
        /// Unknown.
        0x0A unknown_0a: u16 = 0,
        /// Place of its first ship in the list of all groups' ships, group by group; all ones for
        /// an empty group. Worked out again when the mission is bound.
        0x0C first_ship: u32 = 0xFFFF_FFFF,
        /// The same in every shipped group; it reads as a reference to no formation.
        0x10 unknown_10: u32 = 0xFF19_FFFF,
    }
}

impl FlightGroup {
    /// No wing.
    pub const NO_WING: u8 = 0xFF;
    /// No first ship.
    pub const NO_SHIP: u32 = 0xFFFF_FFFF;
}
