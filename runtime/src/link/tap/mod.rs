//! A look at the messages of a link as they pass, for people who debug an editor or a game of their
//! own.
//!
//! [`Tap::alone`] is an editor that sends nothing but what it is asked to; [`Tap::between`] stands
//! between an editor and a game, and passes everything on byte for byte, whether it can be read or
//! not. What passed is taken with [`Tap::next`]. Whoever takes it slowly slows no message down: what
//! he has no room for is left out, and counted.

mod pump;
mod shared;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use super::client::{self, Lost};
use super::frame::{Frame, FrameError};
use super::message::ToGame;
use super::server::{ServerError, listener};

use shared::Shared;

/// How long a game may take to accept a connection.
const PATIENCE: Duration = Duration::from_secs(2);

/// Who sent something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sender {
    /// The game.
    Game,
    /// The editor.
    Editor,
}

/// Something that passed.
#[derive(Debug, Clone, PartialEq)]
pub struct Passed {
    /// When, since the tap began.
    pub after: Duration,
    /// What.
    pub what: Passage,
}

/// What passed.
#[derive(Debug, Clone, PartialEq)]
pub enum Passage {
    /// An editor came, and the game took the connection that was made for it.
    Came,
    /// A message.
    Message(Sender, Frame),
    /// Bytes that are no message. They were passed on, and so is all that its sender sends after
    /// them; where a message begins in that cannot be told.
    Unreadable(Sender, FrameError),
    /// So many messages are not told of, as those before them were not taken in time.
    LeftOut(u64),
    /// The link ended; nothing comes after it.
    Ended(TapEnd),
}

/// Why a tap ended. Its text is for whoever sits at the terminal.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TapEnd {
    /// One side closed the connection.
    #[error("the {} closed the link", name(*.0))]
    Closed(Sender),
    /// The connection to one side broke.
    #[error("the connection to the {} broke ({cause}); it went, or crashed", name(*.side))]
    Broken {
        /// The side.
        side: Sender,
        /// What the system says.
        cause: String,
    },
    /// The tap itself was told to end.
    #[error("the link was ended from here")]
    Told,
    /// An editor came, and no game takes the connection that is made for it.
    #[error("an editor came, and {0}")]
    NoGame(Lost),
    /// The system gave nothing to work with.
    #[error(
        "this computer gives the link nothing to work with ({cause}); close something and try again"
    )]
    System {
        /// What the system says.
        cause: String,
    },
}

/// Why a tap cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum TapError {
    /// No game takes the connection.
    #[error("{0}")]
    NoGame(#[from] Lost),
    /// The port for the editor cannot be listened at.
    #[error("{0}")]
    Listen(#[from] ServerError),
    /// Both ports are the same.
    #[error(
        "the game and the editor cannot both have port {0}; have the editor link to another one"
    )]
    SamePort(u16),
    /// The system gave no thread or no socket to work with.
    #[error(
        "this computer gives the link nothing to work with ({0}); close something and try again"
    )]
    System(#[from] std::io::Error),
}

/// What a tap that is alone asks of the game, again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asks {
    /// Whether it asks for the script's state.
    pub state: bool,
    /// Whether it asks for the mission's file.
    pub mission: bool,
    /// The time from one question to the next.
    pub every: Duration,
}

/// A look at a link. The link ends as this is dropped.
pub struct Tap {
    shared: Arc<Shared>,
    port: Option<u16>,
    threads: Vec<JoinHandle<()>>,
}

/// What ends a tap from another thread, as from a signal's.
#[derive(Clone)]
pub struct Ender(Arc<Shared>);

fn name(side: Sender) -> &'static str {
    match side {
        Sender::Game => "game",
        Sender::Editor => "editor",
    }
}

impl Tap {
    /// Links to the game that listens at a port of this computer, as an editor that sends only what
    /// `asks` says. It sends no flags of the script, so that a mission's start waits a second for
    /// them (`script_flags` of the table).
    ///
    /// # Errors
    /// [`TapError::NoGame`] where nothing listens there, and [`TapError::System`].
    pub fn alone(port: u16, asks: Asks) -> Result<Self, TapError> {
        let stream = client::dial(port, PATIENCE)?;
        let shared = Arc::new(Shared::new());
        let mut tap = Self {
            shared,
            port: None,
            threads: Vec::new(),
        };
        tap.shared.keep(stream.try_clone()?);
        let questions: Vec<ToGame> = [
            asks.state.then_some(ToGame::GetState),
            asks.mission.then_some(ToGame::GetMission),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !questions.is_empty() {
            let to_game = stream.try_clone()?;
            let asked = pump::ask(&tap.shared, to_game, &questions, asks.every)?;
            tap.threads.push(asked);
        }
        tap.shared.reads(1);
        let read = pump::start(&tap.shared, Sender::Game, stream, None)?;
        tap.threads.push(read);
        Ok(tap)
    }

    /// Listens for an editor at a port of this computer, a free one for 0, and links it to the game
    /// at another port as it comes, so that the game sees no editor before. It serves one editor,
    /// and ends with it.
    ///
    /// # Errors
    /// [`TapError::SamePort`], [`TapError::Listen`] where the port cannot be listened at, and
    /// [`TapError::System`].
    pub fn between(port: u16, game: u16) -> Result<Self, TapError> {
        if port == game {
            return Err(TapError::SamePort(port));
        }
        let (listener, port) = listener(port)?;
        let shared = Arc::new(Shared::new());
        let serves = pump::serve(&shared, listener, game, PATIENCE)?;
        Ok(Self {
            shared,
            port: Some(port),
            threads: vec![serves],
        })
    }

    /// The port that an editor links to; `None` for a tap that is alone.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Waits for what passes next; `None` once its end was told.
    pub fn next(&self) -> Option<Passed> {
        self.shared.next()
    }

    /// What ends it from another thread.
    pub fn ender(&self) -> Ender {
        Ender(Arc::clone(&self.shared))
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        self.shared.close();
        for thread in self.threads.drain(..) {
            // A thread that failed has nothing to say that is not known.
            let _ = thread.join();
        }
    }
}

impl Ender {
    /// Ends the link; what passed before is still to be taken.
    pub fn end(&self) {
        self.0.end(TapEnd::Told);
        self.0.close();
    }
}
