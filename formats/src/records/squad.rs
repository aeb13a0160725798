//! Squads and their members.

use super::record;

record! {
    /// A squad (dte-format 2.8): a list of ships, flight groups, other squads, or components of them.
    Squad: 12 bytes of Squads {
        /// Object ID.
        0x00 object_id: u16 = 0,
        /// Unknown.
        0x02 unknown_02: [u8; 6] = [0; 6],
        /// First of its member records; 0xFFFF for none.
        0x08 first_member: u16 = 0xFFFF,
        /// Unknown.
        0x0A unknown_0a: u16 = 0,
    }
}

record! {
    /// A member of a squad. A squad's members follow one another; a walk ends at the first record
    /// that names another squad.
    SquadMember: 12 bytes of SquadMembers {
        /// Object ID of a ship, a flight group or another squad.
        0x00 object_id: u16 = 0,
        /// Unknown; perhaps the ID's upper half.
        0x02 unknown_02: u16 = 0,
        /// Index of the squad that holds it.
        0x04 squad: u16 = 0,
        /// Unknown; perhaps the index's upper half.
        0x06 unknown_06: u16 = 0,
        /// Component of the member; 0xFF for the whole of it.
        0x08 component: u8 = 0xFF,
        /// Unknown.
        0x09 unknown_09: [u8; 3] = [0; 3],
    }
}

impl Squad {
    /// No member.
    pub const NO_MEMBER: u16 = 0xFFFF;
}

impl SquadMember {
    /// The whole member, no component of it.
    pub const WHOLE: u8 = 0xFF;
}
