//! Triggers, which start a routine when an event comes.

use super::record;

record! {
    /// A trigger (dte-format 2.5).
    ///
    /// Whose trigger it is stands in the object table, not here: it belongs to the object whose slice
    /// holds it, and to none where no slice does.
    Trigger: 48 bytes of Triggers {
        /// The condition that it waits for.
        0x00 condition: u8 = 0,
        /// Repeat mode: 0 once, 1 always, 2 counted.
        0x01 repeat: u8 = 0,
        /// Where its block starts, in halfwords from the start of the script; 0xFFFF for none.
        0x02 link: u16 = 0xFFFF,
        /// Unknown; shipped values vary.
        0x04 unknown_04: [u8; 16] = [0; 16],
        /// Whether it can fire; set for every trigger in a slice as the mission starts.
        0x14 armed: u8 = 1,
        /// Component qualifier; 0xFF for the subject itself.
        0x15 qualifier: u8 = 0xFF,
        /// 0 runs the routine at once inside the event; else the scheduler does.
        0x16 deferred: u8 = 0,
        /// Unknown.
        0x17 unknown_17: [u8; 2] = [0xFF, 0x00],
        /// Firings left, for repeat mode 2.
        0x19 firings_left: u8 = 0,
        /// What `firings_left` becomes when a script arms the trigger.
        0x1A firings_refill: u8 = 0,
        /// Unknown.
        0x1B unknown_1b: u8 = 0x88,
        /// One operand for each value of the condition's event; see dte-format 3.2.
        0x1C operands: [u32; 5] = [0xFFFF_FFFF; 5],
    }
}

impl Trigger {
    /// No block.
    pub const NO_LINK: u16 = 0xFFFF;
    /// The subject itself, no component of it.
    pub const WHOLE: u8 = 0xFF;
    /// Bit of an operand's index that stands for any player's ship.
    pub const ANY_PLAYER: u16 = 0x2000;
    /// Fires once, then is disarmed.
    pub const ONCE: u8 = 0;
    /// Stays armed.
    pub const ALWAYS: u8 = 1;
    /// Disarmed once its count is used up.
    pub const COUNTED: u8 = 2;
}
