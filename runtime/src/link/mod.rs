//! The editor link: how an editor drives a mission that runs in another process.
//!
//! StarLancer's own unreleased editor shared a block of memory with the game. OpenReliant carries the
//! same messages over TCP and adds a few of its own; so does `sortie-engine` here. The facts are
//! those of `assets/tables/editor_link.yaml`; where a table or a page says nothing, the item that
//! decides says so.
//!
//! [`Frame`] and [`FrameReader`] are the bytes, [`ToGame`] and [`ToEditor`] what they mean, [`State`]
//! the text that tells how a script stands. None of these touches a socket.
//! [`client`] is an editor's end of the link.

pub mod client;
mod codec;
mod frame;
mod message;
mod state;
pub mod tag;
mod text;

pub use frame::{
    Frame, FrameError, FrameReader, HEADER_BYTES, MOST_PAYLOAD, MOST_PAYLOAD_ORIGINAL,
    payload_limit,
};
pub use message::{
    ConsoleLine, Hello, MessageError, MissionStarted, RunControl, ScriptFlags, ToEditor, ToGame,
    message_name,
};
pub use state::{
    EventKind, EventState, MOST_EVENTS, ShipOrder, ShipState, State, StateCause, StateError,
    ThreadState,
};

pub use crate::live::{LiveTable, TABLE_ENTRIES};

/// The port that the link listens at unless another is asked for.
pub const DEFAULT_PORT: u16 = 22539;
/// The version of the messages from 0x100 on that these are.
pub const PROTOCOL: u32 = 2;
