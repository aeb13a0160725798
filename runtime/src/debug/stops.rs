//! Where a run stops: breakpoints and steps, and what a stop tells.

use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::vm::fault::Cause;
use crate::vm::triggers::Firing;

use super::condition::Condition;

/// A moment within a tick.
///
/// A tick passes through points: statements, commands, events, firings, writes. `step` counts them
/// from 1; the same image, options and inputs give the same points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The tick.
    pub tick: Tick,
    /// The point within it; [`Position::END`] for the tick as it ends.
    pub step: u32,
}

impl Position {
    /// The step that stands for a tick that is done.
    pub const END: u32 = u32::MAX;

    /// The end of a tick.
    pub fn end_of(tick: Tick) -> Self {
        Self {
            tick,
            step: Self::END,
        }
    }

    /// Whether the tick is done.
    pub fn is_end(self) -> bool {
        self.step == Self::END
    }
}

impl From<Tick> for Position {
    fn from(tick: Tick) -> Self {
        Self::end_of(tick)
    }
}

/// What a run can stop at. Ships, triggers and the like are numbered as the image's records, objects
/// by their IDs; `script` is an instruction's offset in bytes from the start of the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named for what they number")]
pub enum At {
    /// Before a statement, named by its first instruction.
    Statement { script: u32 },
    /// Before any statement, of a thread if one is named.
    AnyStatement { thread: Option<u8> },
    /// Before a command is called; one that waits is called once.
    Command { command: u8 },
    /// Before an event is raised, on an object if one is named.
    Event {
        condition: Option<u8>,
        object: Option<u16>,
    },
    /// As a trigger fires, before its thread starts.
    Trigger { trigger: u16 },
    /// After a global was written.
    Global { global: u8 },
    /// After a game variable was written.
    Variable { variable: u8 },
    /// As a thread fails.
    Fault,
}

/// At which of its hits a breakpoint stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitCount {
    /// At each.
    #[default]
    Any,
    /// At one, counted from 1.
    Exactly(u32),
    /// At one, counted from 1, and all behind it.
    From(u32),
    /// At each whose number is a multiple.
    Every(u32),
}

impl HitCount {
    /// Whether it stops at a hit, counted from 1.
    pub fn takes(self, hit: u32) -> bool {
        match self {
            Self::Any => true,
            Self::Exactly(wanted) => hit == wanted,
            Self::From(first) => hit >= first,
            Self::Every(every) => hit.is_multiple_of(every.max(1)),
        }
    }
}

/// Something to stop at, or to note in passing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakpoint {
    /// The caller's number for it.
    pub id: u32,
    /// Where.
    pub at: At,
    /// What must hold there for it to count as a hit.
    pub condition: Option<Condition>,
    /// Which of its hits count.
    pub hits: HitCount,
    /// Values to be noted there, in place of a stop.
    pub log: Option<Vec<Condition>>,
}

impl Breakpoint {
    /// One that stops at every hit.
    pub fn new(id: u32, at: At) -> Self {
        Self {
            id,
            at,
            condition: None,
            hits: HitCount::Any,
            log: None,
        }
    }
}

/// Where a run stops besides its breakpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are named for what they number")]
pub enum Step {
    /// At the next statement of a thread or of what it calls or runs at once; once it waits or ends,
    /// at the next of any. Without a thread, at the next of any.
    Into { thread: Option<u8> },
    /// At the next statement of a thread that is no deeper in calls, or as it ends.
    Over { thread: u8, depth: u8 },
    /// At the next statement of a thread that is less deep in calls, or as it ends.
    Out { thread: u8, depth: u8 },
    /// At a statement, named by its first instruction.
    To { script: u32 },
    /// At the first thing of a kind.
    Next { at: At },
}

/// Where a run stops.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stops {
    /// The breakpoints that are in force.
    pub breakpoints: Vec<Breakpoint>,
    /// Whether a thread that fails stops the run.
    pub faults: bool,
}

impl Stops {
    /// Whether nothing can stop a run.
    pub fn is_empty(&self) -> bool {
        self.breakpoints.is_empty() && !self.faults
    }
}

/// Why a run stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// At breakpoints, by their numbers.
    Breakpoints(Vec<u32>),
    /// A step came to its end.
    Stepped,
    /// The thread that was stepped through came to its end.
    ThreadEnded,
    /// A thread failed.
    Fault(Cause),
    /// The moment was asked for.
    Sought,
}

/// A run that stands within a tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Where.
    pub position: Position,
    /// Why.
    pub why: Why,
    /// The thread that runs.
    pub thread: Option<u8>,
    /// The statement or instruction that is about to run, or that brought the stop about.
    pub script: Option<u32>,
    /// The trigger that fires there, by its record's index, and what comes of it: not every firing
    /// starts a thread (script-vm V145, V146).
    pub firing: Option<(u16, Firing)>,
}

/// What a breakpoint noted in passing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// The breakpoint.
    pub breakpoint: u32,
    /// Where.
    pub position: Position,
    /// The thread that ran.
    pub thread: Option<u8>,
    /// The values that it notes, or why one could not be had.
    pub values: Vec<Result<u32, Cause>>,
}
