//! The script's globals.

use super::record;

record! {
    /// A global (dte-format 2.2).
    Global: 12 bytes of Globals {
        /// Offset of the name in the string pool.
        0x00 name: u16 = 0xFFFF,
        /// Unknown.
        0x02 unknown_02: u16 = 0,
        /// The value that it starts with; the script reads and writes it.
        0x04 value: u32 = 0,
        /// Unknown.
        0x08 unknown_08: u32 = 0,
    }
}
