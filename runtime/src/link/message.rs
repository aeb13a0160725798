//! What the messages mean, both ways.
//!
//! A payload that is longer than its fields is read, and what follows them is passed over: the
//! original reads its fields by their places, and a record of its editor's may be padded.

use std::borrow::Cow;

use formats::catalogue;

use super::state::{State, StateError};
use crate::live::{LiveTable, TABLE_ENTRIES};

/// A message from an editor.
#[derive(Debug, Clone, PartialEq)]
pub enum ToGame {
    /// 0x00: sets the runtime places and angles of the mission's ships. The original reads the records
    /// from the block that it shares with its editor; over a socket they are the payload, 0x4C bytes
    /// each, and may be none.
    PlaceShips(Vec<u8>),
    /// 0x01: moves the object of each mission ship with an object ID.
    MoveShip {
        /// The object ID.
        object_id: u32,
        /// Bytes 4 to 7, which no source describes.
        unknown: u32,
        /// The place, in world units.
        place: [f32; 3],
    },
    /// 0x02: sets the counts of the mission's tables, in the order of the game's list, and frees every
    /// thread.
    SetTableCounts(Box<[u16; TABLE_ENTRIES]>),
    /// 0x03 to 0x05, 0x07, 0x08 and 0x0A to 0x0E: copies a table.
    CopyTable(LiveTable, Vec<u8>),
    /// 0x06: copies some fields of each mission ship, from records of 0x4C bytes.
    CopyShips(Vec<u8>),
    /// 0x09: copies the script's flags.
    CopyScriptFlags(ScriptFlags),
    /// 0x0F: binds the mission's tables again.
    BindTables,
    /// 0x10: renumbers the parts of the script's timers.
    RenumberTimerParts {
        /// The first part that changed.
        first: u32,
        /// How many were added; removed, below 0.
        added: i16,
    },
    /// 0x11: retires a ship, by a record of 0x4C bytes.
    RetireShip(Vec<u8>),
    /// 0x12: retires a ship and makes it again from its record of 0x4C bytes.
    RemakeShip(Vec<u8>),
    /// 0x13: nothing.
    Nothing,
    /// 0x14: brings the player's ship to the mission ship with this index.
    ViewShip(u32),
    /// 0x15: pauses the mission, releases the script or runs a part.
    RunControl(RunControl),
    /// 0x16: picks the mission ship with this index, which nothing reads.
    PickShip(u16),
    /// 0x17: keeps 32 bytes, which nothing reads.
    KeepBytes([u8; 32]),
    /// 0x103: asks for the mission's file.
    GetMission,
    /// 0x105: asks for the script's state.
    GetState,
    /// 0x107: a line for the game's console.
    ConsoleLine(ConsoleLine),
    /// Any other.
    Other {
        /// Its tag.
        tag: u16,
        /// What it says.
        payload: Vec<u8>,
    },
}

/// A message from the game.
#[derive(Debug, Clone, PartialEq)]
pub enum ToEditor {
    /// 0x1A: a thread stopped before the byte at this offset in the script.
    ScriptStopped(u32),
    /// 0x1B: whether the thread pool's first thread has finished.
    FirstFinished(bool),
    /// 0x100: what the game is.
    Hello(Hello),
    /// 0x101: a mission's script starts, or plays as the editor connects.
    MissionStarted(MissionStarted),
    /// 0x102: the mission ended.
    MissionEnded,
    /// 0x104: the mission's file as the game runs it now.
    MissionFile(Vec<u8>),
    /// 0x106: the script's state.
    State(Box<State>),
    /// Any other.
    Other {
        /// Its tag.
        tag: u16,
        /// What it says.
        payload: Vec<u8>,
    },
}

/// A flag for each byte of the script, as many as its length rounded up to a multiple of 4; bit 0
/// stops a thread before the byte.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ScriptFlags(pub Vec<u8>);

/// What an editor does with the run (two words: the command, and what it is given).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RunControl {
    /// 0: pauses the mission, or lets it go on.
    Pause(bool),
    /// 1: releases the script up to the next flagged byte.
    RunOn,
    /// 2: releases it up to the next statement.
    Into,
    /// 3: releases it up to the next statement of the same block, or of its caller's.
    Over,
    /// 4: runs a part at once on a new thread.
    RunPart(u32),
    /// Past 4: nothing.
    Unknown {
        /// The first word.
        command: u32,
        /// The second.
        argument: u32,
    },
}

/// What the game is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Hello {
    /// Version of the messages from 0x100 on.
    pub protocol: u32,
    /// The game's own version, under the key `openreliant`.
    pub openreliant: String,
    /// The game that is played, such as `StarLancer`.
    pub game: String,
    /// The dialect of its scripts, such as `starlancer`.
    pub vm: String,
    /// Keys that this version does not know, in order.
    pub others: Vec<(String, String)>,
}

/// Which mission plays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MissionStarted {
    /// Its number.
    pub number: u32,
    /// Its file's name, such as `mission1.dte`.
    pub file: String,
}

/// A line for the game's console.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ConsoleLine {
    /// The line, without an end.
    pub line: String,
}

/// Why a message cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The payload ends before its fields do.
    #[error("the message {message} has a payload of {size} bytes, and its fields take {wanted}")]
    Size {
        /// The message's name.
        message: Cow<'static, str>,
        /// Bytes of the payload.
        size: usize,
        /// Bytes that its fields take.
        wanted: usize,
    },
    /// The payload is larger than the message's tag allows.
    #[error("the message {message} has a payload of {size} bytes, and its tag allows {limit}")]
    TooLarge {
        /// The message's name.
        message: Cow<'static, str>,
        /// Bytes of the payload.
        size: usize,
        /// Bytes that the tag allows.
        limit: usize,
    },
    /// A key is missing from the text.
    #[error("the message {message} has no line {key}=…")]
    Missing {
        /// The message's name.
        message: Cow<'static, str>,
        /// The key.
        key: &'static str,
    },
    /// A value that is not what its key wants.
    #[error("the message {message} has {key}={value} in line {line}, and wants a number there")]
    Value {
        /// The message's name.
        message: Cow<'static, str>,
        /// The key.
        key: &'static str,
        /// The value, or its start.
        value: String,
        /// The line, from 1.
        line: usize,
    },
    /// A text that cannot be written as one `key=value` line.
    #[error(
        "{key} of the message {message} cannot be sent: a line of its text has a key without = in it, \
         and neither key nor value has a line's end in it; take it out"
    )]
    NotOneLine {
        /// The message's name.
        message: Cow<'static, str>,
        /// The key, or its start.
        key: String,
    },
    /// A state's text is wrong.
    #[error("the message state: {0}")]
    State(#[from] StateError),
}

/// The name of the message with a tag, as the table has it.
pub fn message_name(tag: u16) -> Cow<'static, str> {
    let named = catalogue::link_messages()
        .iter()
        .find(|message| message.tag == tag)
        .and_then(|message| message.name.as_deref());
    match named {
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(format!("0x{tag:X}")),
    }
}

impl RunControl {
    /// From its two words.
    pub fn from_words(command: u32, argument: u32) -> Self {
        match command {
            // The pause is the second word's low byte.
            0 => Self::Pause(argument & 0xFF != 0),
            1 => Self::RunOn,
            2 => Self::Into,
            3 => Self::Over,
            4 => Self::RunPart(argument),
            _ => Self::Unknown { command, argument },
        }
    }

    /// Its two words.
    pub fn words(self) -> (u32, u32) {
        match self {
            Self::Pause(on) => (0, u32::from(on)),
            Self::RunOn => (1, 0),
            Self::Into => (2, 0),
            Self::Over => (3, 0),
            Self::RunPart(part) => (4, part),
            Self::Unknown { command, argument } => (command, argument),
        }
    }
}
