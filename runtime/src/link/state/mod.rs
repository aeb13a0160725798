//! How a running script stands, as the text that the game sends.
//!
//! Nothing of a text makes more memory than the format's own limits allow: an index past one is an
//! error, and a line that comes twice counts as it came last.

mod lines;
mod of;
mod words;

use std::collections::BTreeMap;

use crate::hold::{Hold, Release};

/// Events that the game keeps between two states; the oldest are dropped first.
pub const MOST_EVENTS: usize = 512;
/// Slots of the thread pool (script-vm V1).
const THREADS: u8 = 32;
/// Globals that a script can name, and that a mission's file has room for.
const GLOBALS: usize = 256;
/// The game's variables.
const VARIABLES: usize = 256;
/// Ships that the game has room for.
const SHIPS: u16 = 512;
/// Bytes of a word that is kept though nobody knows it.
const MOST_WORD: usize = 64;

/// How a script stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The script's clock, in seconds.
    pub clock: u32,
    /// The editor's hold.
    pub hold: Hold,
    /// The step that it waits for.
    pub step: Option<Release>,
    /// Whether it pauses the mission.
    pub paused: bool,
    /// Whether the thread pool's first thread has finished.
    pub first_finished: bool,
    /// The threads that run, by slot, 0 to 31.
    pub threads: BTreeMap<u8, ThreadState>,
    /// The globals.
    pub globals: BTreeMap<u8, u32>,
    /// The game's variables, by number. One without a name that is 0 is not told.
    pub variables: BTreeMap<u8, u32>,
    /// The mission's ships that are made and not destroyed, by index, 0 to 511.
    pub ships: BTreeMap<u16, ShipState>,
    /// What the script did since the last state, in order; [`MOST_EVENTS`] at most.
    pub events: Vec<EventState>,
    /// Events that were dropped since there was no room for them.
    pub events_dropped: u32,
}

/// A thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadState {
    /// Its next instruction, in bytes from the start of the script; `None` outside it.
    pub at: Option<u32>,
    /// Calls that it is inside of.
    pub depth: u32,
    /// The clock value that it waits for; 0 for none.
    pub wake: u32,
    /// Whether it waits for its trigger.
    pub interrupted: bool,
    /// The trigger that started it.
    pub trigger: Option<u32>,
}

/// A ship in play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShipState {
    /// Its current order.
    pub order: ShipOrder,
    /// The slot of the ship that the order is aimed at.
    pub target: Option<u32>,
}

/// A ship's current order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum ShipOrder {
    /// None.
    #[default]
    None,
    /// By its number, as a word of the script; told by its name in the catalogue, if it has one.
    Number(u32),
    /// A name that the catalogue does not know; 64 bytes at most.
    Unknown(String),
}

/// Something that the script did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventState {
    /// What.
    pub kind: EventKind,
    /// The trigger's index, or the command's number.
    pub index: u32,
    /// When, by the script's clock, in milliseconds.
    pub time: u32,
}

/// What a script did.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A trigger fired.
    Trigger,
    /// A command ran.
    Command,
    /// What this version does not know; 64 bytes at most.
    Unknown(String),
}

/// Why a state's text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} has {key}={value}, {cause}")]
pub struct StateError {
    /// The line, from 1.
    pub line: usize,
    /// The key, or its start.
    pub key: String,
    /// The value, or its start.
    pub value: String,
    /// What is wrong.
    pub cause: StateCause,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StateCause {
    /// The value is no number.
    #[error("and wants a number from 0 to 4294967295")]
    Number,
    /// The value is none of the key's words.
    #[error("and wants one of: {0}")]
    Word(&'static str),
    /// The value is a word that is too long to be one.
    #[error("and wants a word of 1 to {MOST_WORD} bytes")]
    Long,
    /// The key's index is past what the game has.
    #[error("and wants an index below {0}")]
    Index(usize),
}
