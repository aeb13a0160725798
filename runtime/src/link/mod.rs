//! The editor link: how an editor drives a mission that runs in another process.
//!
//! StarLancer's own unreleased editor shared a block of memory with the game. OpenReliant carries the
//! same messages over TCP and adds a few of its own; so does `sortie-engine` here. The facts are
//! those of `assets/tables/editor_link.yaml`; where a table or a page says nothing, the item that
//! decides says so.
//!
//! [`Frame`] and [`FrameReader`] are the bytes, [`ToGame`] and [`ToEditor`] what they mean, [`State`]
//! the text that tells how a script stands; [`Session`] acts on them against a simulation. None of
//! these touches a socket; [`Server`] does, and [`client`], which is an editor's end of the link, and
//! [`tap`], which looks at what passes.

mod bearable;
mod breaks;
pub mod client;
mod codec;
mod connection;
pub mod edits;
mod frame;
mod happened;
mod message;
mod scene;
mod server;
mod session;
mod state;
pub mod tag;
pub mod tap;
mod text;

pub use breaks::{Breaks, Judged, Unmet};
pub use frame::{
    Frame, FrameError, FrameReader, HEADER_BYTES, MOST_PAYLOAD, MOST_PAYLOAD_ORIGINAL,
    payload_limit,
};
pub(crate) use happened::Happened;
pub use message::{
    ConsoleLine, Hello, MessageError, MissionStarted, RunControl, ScriptFlags, ToEditor, ToGame,
    message_name,
};
pub use scene::{happened, snapshot, tick_of};
pub use server::{Arrival, MOST_UNSENT, Server, ServerError};
pub use session::{FLAGS_PATIENCE, Flood, MOST_AT_LEAVING, MOST_AT_ONCE, MOST_WAITING, Session};
pub use state::{
    EventKind, EventState, MOST_EVENTS, ShipOrder, ShipState, State, StateCause, StateError,
    ThreadState,
};

pub use crate::live::{LiveTable, TABLE_ENTRIES};

/// The port that the link listens at unless another is asked for.
pub const DEFAULT_PORT: u16 = 22539;
/// The version of the messages from 0x100 on that these are.
pub const PROTOCOL: u32 = 2;
/// Key of the Hello by which this project's own engine gives its version.
pub const ENGINE_KEY: &str = "sortie";
/// Key of the Hello by which a game says whether it carries out live edits: 1 or 0.
pub const LIVE_EDITS_KEY: &str = "live_edits";
