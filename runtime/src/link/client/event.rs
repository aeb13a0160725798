//! What comes of a link.

use std::sync::Arc;
use std::time::Duration;

use formats::Image;

use crate::link::{FrameError, Hello, MessageError, MissionStarted, State};

/// Something that came over the link, or became of it.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientEvent {
    /// The game's port took the connection. Whether a game stands behind it is known with the Hello.
    Connected,
    /// What the game is.
    Hello(Hello),
    /// A mission's script starts, or plays already.
    MissionStarted(MissionStarted),
    /// The mission ended.
    MissionEnded,
    /// The mission's file as the game runs it.
    MissionFile {
        /// The file.
        image: Arc<Image>,
        /// Whether it is the one that came as the mission started, or as the editor found it
        /// playing; else it was asked for.
        starts: bool,
    },
    /// How the script stands. Its events are all those since the state that was taken before it.
    State(Arc<State>),
    /// The script is held before a byte.
    Stopped {
        /// The byte, from the start of the script.
        offset: u32,
    },
    /// Whether the thread pool's first thread has finished.
    FirstFinished(bool),
    /// A message that this version does not know.
    Unknown {
        /// Its tag.
        tag: u16,
        /// Bytes of its payload.
        size: usize,
    },
    /// The link ended; nothing comes after it.
    Lost(Lost),
}

/// Why a link ended. Its text is for whoever sits at the editor.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Lost {
    /// Nothing took the connection.
    #[error(
        "nothing listens at 127.0.0.1:{port} ({cause}); start the game with --editor-link, or \
         Sortie's engine, and look that the port is the same"
    )]
    NoListener {
        /// The port.
        port: u16,
        /// What the system says.
        cause: String,
    },
    /// The system gave no thread or no socket to work with.
    #[error(
        "this computer gives the link nothing to work with ({cause}); close something and link again"
    )]
    System {
        /// What the system says.
        cause: String,
    },
    /// The connection was taken and no Hello came.
    #[error(
        "something at 127.0.0.1:{port} took the connection and said nothing for {} s; another editor \
         may be linked to the game, which takes one at a time, or it is no game",
        .after.as_secs_f32()
    )]
    NoHello {
        /// The port.
        port: u16,
        /// How long the client waited.
        after: Duration,
    },
    /// The game closed the link between two messages.
    #[error("the game closed the link; it ended, or lets another editor in")]
    Closed,
    /// The connection broke.
    #[error(
        "the connection to the game broke ({cause}); the game may have been ended or have crashed"
    )]
    Broken {
        /// What the system says.
        cause: String,
    },
    /// The game owed an answer.
    #[error(
        "the game did not send the message {message} for {} s, though a mission plays; it hangs, or \
         stands still in a debugger",
        .after.as_secs_f32()
    )]
    Silent {
        /// The message's name.
        message: &'static str,
        /// How long the client waited.
        after: Duration,
    },
    /// The game began a message and did not go on with it.
    #[error(
        "the game began a message and did not send the rest of it for {} s; it hangs, or was ended \
         while it wrote",
        .after.as_secs_f32()
    )]
    Stalled {
        /// How long the client waited.
        after: Duration,
    },
    /// The game does not read.
    #[error("the game read nothing of what the editor sent for {} s; it hangs", .after.as_secs_f32())]
    NotReading {
        /// How long the client waited.
        after: Duration,
    },
    /// The game sends more than can be meant.
    #[error(
        "the other side sent more than {messages} messages within a second; it does not speak the \
         editor link, or went wrong"
    )]
    Flood {
        /// Messages a second that are let through.
        messages: u32,
    },
    /// The game sends answers that nobody asked for.
    #[error(
        "the other side sends the message {message} again and again without being asked; it does not \
         speak the editor link, or went wrong"
    )]
    Unasked {
        /// The message's name.
        message: &'static str,
    },
    /// Bytes that are no message.
    #[error("{0}")]
    Frame(#[from] FrameError),
    /// A message that is not what its tag says.
    #[error("{0}; the other side speaks another version of the editor link, or went wrong")]
    Message(#[from] MessageError),
    /// A mission's file that is no image.
    #[error("the game sent a mission's file that cannot be read: {0}")]
    Image(#[from] formats::Error),
}

/// Why a message is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The link ended.
    #[error("the message {message} is not sent: the link to the game has ended; link again")]
    Closed {
        /// The message's name.
        message: String,
    },
    /// The game has not said what it is yet.
    #[error("the message {message} is not sent: the game has not said yet what it is")]
    NoHello {
        /// The message's name.
        message: String,
    },
    /// No mission plays. The game would keep the message for the next one's start, which is not the
    /// mission that the message was meant for.
    #[error("the message {message} is not sent: no mission plays; start one in the game")]
    NoMission {
        /// The message's name.
        message: String,
    },
    /// The game is of an older version, which does not know the message.
    #[error(
        "the message {message} is not sent: the game speaks version {protocol} of the editor link, \
         and knows it from version {wanted} on; use a newer one"
    )]
    Unspoken {
        /// The message's name.
        message: String,
        /// The game's version.
        protocol: u32,
        /// The version that has the message.
        wanted: u32,
    },
    /// Too much waits to be sent.
    #[error("the message {message} is not sent: the game is behind with reading; try again")]
    Full {
        /// The message's name.
        message: String,
    },
    /// The message cannot be written.
    #[error("{0}")]
    Message(#[from] MessageError),
}
