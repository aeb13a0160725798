//! Parts, the script's named routines.

use super::record;

record! {
    /// A part (dte-format 2.7): a routine with a name, which others call.
    Part: 28 bytes of Parts {
        /// Offset of the name in the string pool.
        0x00 name: u16 = 0xFFFF,
        /// Unknown.
        0x02 unknown_02: u16 = 0,
        /// Unknown.
        0x04 unknown_04: [u8; 6] = [0; 6],
        /// Where its block starts, in halfwords from the start of the script; 0xFFFF for no block.
        0x0A start: u16 = 0xFFFF,
        /// Bit 0 marks a start part, which runs once before any trigger is armed.
        0x0C flags: u8 = 0,
        /// Arguments that a caller pushes.
        0x0D argument_count: u8 = 0,
        /// Unknown.
        0x0E unknown_0e: u16 = 0,
        /// Halfwords of its block and constants; 0 for a part without a block.
        0x10 extent: u16 = 0,
        /// Unknown.
        0x12 unknown_12: [u8; 7] = [0; 7],
        /// Picks one of the operand tables as the mission loads; effect unknown.
        0x19 unknown_19: u8 = 0,
        /// Unknown.
        0x1A unknown_1a: u16 = 0,
    }
}

impl Part {
    /// No block.
    pub const NO_BLOCK: u16 = 0xFFFF;
    /// Flag of a part that runs as the mission starts.
    pub const START: u8 = 1;
}
