//! Placed objects: ships, stations, planets, nav points and markers.

use super::record;

record! {
    /// A placed object (dte-format 2.3). Record 0 is the player's ship, and record *n* takes object
    /// slot *n*.
    ///
    /// Positions are absolute game units, X right, Y down, Z forward. Angles are whole degrees in
    /// [-360, 360], yaw about Y first, then pitch about X, then roll about Z; a yaw of 0 faces +Z.
    Ship: 76 bytes of Ships {
        /// Object ID; the engine compares the low 16 bits.
        0x00 object_id: u32 = 0,
        /// Offset of the name in the string pool.
        0x04 name: u16 = 0xFFFF,
        /// Unknown; perhaps the name's upper half.
        0x06 unknown_06: u16 = 0,
        /// Where the ship is at run time; overwritten from `position` when the mission is bound.
        0x08 runtime_position: [f32; 3] = [0.0; 3],
        /// Index of its flight group; 0xFF for none.
        0x14 flight_group: u8 = 0xFF,
        /// Its pilot, a record of `pilotstats.bin`; 0xFF for none.
        0x15 pilot: u8 = 0xFF,
        /// Unknown.
        0x16 unknown_16: u8 = 0,
        /// The engine's flags, bit 0 destroyed; cleared as the script starts.
        0x17 flags: u8 = 0,
        /// Below 0x100 a ship type; 999 a nav point, 0x3E3 a point, 0x3E4 a curve point, 0x3E5 a
        /// waypoint.
        0x18 kind: u16 = 0,
        /// Unknown.
        0x1A unknown_1a: u8 = 0,
        /// Set when the mission is bound, for a waypoint of a route.
        0x1B waypoint_listed: u8 = 0,
        /// Where the author placed it.
        0x1C position: [f32; 3] = [0.0; 3],
        /// Kind of the ship that it launches from, the first record of that kind; 0xFFFF for none.
        0x28 launch_from: u16 = 0xFFFF,
        /// Unknown.
        0x2A unknown_2a: u8 = 0xFF,
        /// Launch gate of that ship; 0xFF does not launch.
        0x2B launch_gate: u8 = 0xFF,
        /// Yaw at run time.
        0x2C runtime_yaw: i16 = 0,
        /// Yaw as authored.
        0x2E yaw: i16 = 0,
        /// Intact components, a bit each; all set as the script starts.
        0x30 intact_components: u32 = 0xFFFF_FFFF,
        /// Index of its formation point; 0xFFFF for none.
        0x34 formation_point: u16 = 0xFFFF,
        /// Unknown; perhaps the upper half of a reference to the point.
        0x36 unknown_36: u16 = 0xFFFF,
        /// Pitch at run time.
        0x38 runtime_pitch: i16 = 0,
        /// Pitch as authored.
        0x3A pitch: i16 = 0,
        /// Unknown.
        0x3C unknown_3c: u8 = 0xFF,
        /// Missile loadout tier; 0 or 255 for the campaign's.
        0x3D loadout: u8 = 0xFF,
        /// Unknown.
        0x3E unknown_3e: [u8; 2] = [0; 2],
        /// For a point: the curve that it marks a place on; -1 for none.
        0x40 marker_curve: i16 = -1,
        /// Unknown; perhaps the upper half of a reference to the curve.
        0x42 unknown_42: [u8; 2] = [0xFF; 2],
        /// How far along that curve, 0 to 1.
        0x44 marker_at: f32 = 0.0,
        /// Roll at run time.
        0x48 runtime_roll: i16 = 0,
        /// Roll as authored.
        0x4A roll: i16 = 0,
    }
}

impl Ship {
    /// No flight group, and no pilot.
    pub const NONE: u8 = 0xFF;
    /// No carrier, and no formation point.
    pub const NONE_WIDE: u16 = 0xFFFF;
    /// Kinds from here up are no ship types.
    pub const FIRST_SPECIAL_KIND: u16 = 0x100;
    /// A marked place, such as where a ship jumps in.
    pub const KIND_POINT: u16 = 0x3E3;
    /// An end or a handle of a curve.
    pub const KIND_CURVE_POINT: u16 = 0x3E4;
    /// A point of a flight group's patrol route.
    pub const KIND_WAYPOINT: u16 = 0x3E5;
    /// A nav point.
    pub const KIND_NAV_POINT: u16 = 999;
}
