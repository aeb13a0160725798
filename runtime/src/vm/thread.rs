//! A thread's record (script-vm 1).

use serde::{Deserialize, Serialize};

use super::stack::Stack;

/// Slots of the pool (V1).
pub(crate) const SLOTS: usize = 32;
/// Threads that run at most (V2).
pub(crate) const MOST_RUNNING: usize = 31;
/// Locals of a thread, the values of the event that started it.
pub(crate) const LOCALS: usize = 5;
/// A frame pushed for none.
pub(crate) const NO_FRAME: u32 = u32::MAX;

/// What a thread was started by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Origin {
    /// The part ran as the mission started.
    StartPart {
        /// The part.
        part: u16,
    },
    /// The trigger fired.
    Trigger {
        /// The trigger.
        trigger: u16,
    },
    /// The timer ran out.
    Timer {
        /// Its ID.
        timer: u16,
        /// The part that it runs.
        part: i32,
    },
    /// Another thread spawned the part.
    Spawn {
        /// The part.
        part: u8,
        /// Slot of the thread that spawned it.
        thread: u8,
    },
    /// The part was run by hand.
    Hand {
        /// The part.
        part: u16,
    },
}

/// A call that a thread is inside of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    /// The part that is running.
    pub(crate) part: u8,
    /// Place of the instruction that called it.
    pub(crate) from: u32,
}

/// A slot of the pool, in use while it has an instruction pointer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thread {
    pub(crate) stack: Stack,
    /// Place of the running block's end, where its constants start.
    pub(crate) block_end: u32,
    /// Cell of the running part's first argument; [`NO_FRAME`] for none.
    pub(crate) frame: u32,
    /// Clock value that it waits to pass; 0 for none.
    pub(crate) wake: u32,
    /// Place of the next instruction; `None` for a free slot.
    pub(crate) ip: Option<u32>,
    pub(crate) locals: [u32; LOCALS],
    pub(crate) result: u32,
    pub(crate) depth: u8,
    pub(crate) interrupted: bool,
    /// The trigger that started it. The original keeps its low byte (V146).
    pub(crate) trigger: Option<u16>,
    /// For whoever looks on: what started it, and the calls that it is inside of.
    pub(crate) origin: Option<Origin>,
    pub(crate) calls: Vec<Call>,
    /// Place of the command that it runs again and again until what that waits for has come.
    pub(crate) waiting_at: Option<u32>,
}

impl Thread {
    /// A slot that was never used.
    pub(crate) fn free() -> Self {
        Self {
            stack: Stack::default(),
            block_end: 0,
            frame: NO_FRAME,
            wake: 0,
            ip: None,
            locals: [0; LOCALS],
            result: 0,
            depth: 0,
            interrupted: false,
            trigger: None,
            origin: None,
            calls: Vec::new(),
            waiting_at: None,
        }
    }

    /// Writes an event's values into the locals, as many as it has.
    pub(crate) fn set_locals(&mut self, values: &[u32]) {
        for (local, value) in self.locals.iter_mut().zip(values) {
            *local = *value;
        }
    }
}
