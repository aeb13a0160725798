//! References from one record to another.

use crate::bytes::Scalar;

/// A reference to a record (dte-format 3.1): its index in bits 0 to 15, the kind of record in bits
/// 16 to 23. Bits 24 to 31 are ignored; the engine's own references set them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reference(
    /// The dword as stored.
    pub u32,
);

impl Reference {
    /// No record, as records are authored.
    pub const NONE: Self = Self(0xFFFF_FFFF);
    /// Index that stands for no record.
    pub const NO_INDEX: u16 = 0xFFFF;
    /// Kind of a reference to a ship.
    pub const SHIP: u8 = 0x00;
    /// Kind of a reference to a flight group.
    pub const FLIGHT_GROUP: u8 = 0x01;
    /// Kind of a reference to a squad.
    pub const SQUAD: u8 = 0x16;

    /// A reference to a record, as the engine writes its own.
    pub fn new(tag: u8, index: u16) -> Self {
        Self(0xFF00_0000 | u32::from(tag) << 16 | u32::from(index))
    }

    /// The record's index, or `None` where it names no record.
    pub fn index(self) -> Option<u16> {
        let [low, high, ..] = self.0.to_le_bytes();
        let index = u16::from_le_bytes([low, high]);
        (index != Self::NO_INDEX).then_some(index)
    }

    /// The kind of record: the number of the section's table in the original editor.
    pub fn tag(self) -> u8 {
        let [_, _, tag, _] = self.0.to_le_bytes();
        tag
    }
}

impl Scalar for Reference {
    const SIZE: usize = 4;
    fn get(bytes: &[u8]) -> Option<Self> {
        u32::get(bytes).map(Self)
    }
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
}
