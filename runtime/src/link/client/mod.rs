//! An editor's end of the link: a client that never makes its caller wait.
//!
//! [`Client::connect`] starts two threads of its own, one that reads and one that writes. What is to
//! be sent goes into a bounded queue; what came is taken with [`Client::take`], and the caller is
//! told when there is something. A link that has ended says why, once, as [`ClientEvent::Lost`];
//! there is no way back from it but another client.
//!
//! Nothing that the other side does harms the caller: what cannot be read ends the link, what comes
//! too fast is dropped where something newer says the same, and a game that owes something and is
//! silent is given up after [`ClientOptions::patience`]. While no mission plays a game owes nothing,
//! since it ignores what it is asked (`get_mission` and `get_state` of the table), so that then only
//! the connection's end tells.

mod capability;
mod event;
mod inbox;
mod learn;
mod options;
mod outbox;
mod poll;
mod shared;
mod threads;

pub use capability::{Capabilities, Capability, PROTOCOL_WITH_EVENTS};
pub use event::{ClientEvent, Lost, SendError};
pub use options::{ClientOptions, WatchRate};
pub(super) use threads::dial;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::link::ToGame;

use shared::Shared;

/// A link to a game. It ends as the client is dropped, at once: what was not sent is not sent then.
pub struct Client {
    shared: Arc<Shared>,
}

/// How a link does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Whether the link is not lost. It may still be connecting.
    pub open: bool,
    /// Whether a mission plays.
    pub playing: bool,
    /// How long an answer takes of late, of the script's state.
    pub round_trip: Option<Duration>,
    /// How long it is of late from one question for the script's state to the next: the rate that is
    /// reached, which a game that is slow keeps below the one that is asked for. `None` until a second
    /// question is asked at the rate that is set.
    pub interval: Option<Duration>,
    /// How long the answer that is awaited has been awaited so far. A game that keeps up lets it
    /// grow to no more than a frame's length.
    pub waiting: Option<Duration>,
}

impl Client {
    /// Links to the game that listens at a port of this computer.
    ///
    /// `wake` is called from the client's threads when there is something new to take, once for each
    /// time that [`Self::take`] was called; a state or a file that says the same as the last wakes
    /// nobody. It must return soon, and must not call this client.
    pub fn connect(port: u16, options: ClientOptions, wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::new(port, options, wake));
        threads::start(&shared);
        Self { shared }
    }

    /// What came since it was last taken, in order.
    ///
    /// Of what tells how things stand (the mission's file, the state, where the script is held,
    /// whether the first thread has finished) only the newest is kept until it is taken, so that a
    /// caller that seldom takes loses nothing that still holds; a state has the events of those that
    /// it replaced, up to [`MOST_EVENTS`](crate::link::MOST_EVENTS). Of starts and ends of missions
    /// the newest 64 are kept, and so are the unknown tags.
    pub fn take(&self) -> Vec<ClientEvent> {
        self.shared.lock().inbox.take()
    }

    /// Has a message sent. A move of a ship takes the place of one of the same ship that still waits
    /// behind nothing but moves.
    ///
    /// Flags of the script are those that each later start gets too, as with [`Self::set_flags`].
    ///
    /// # Errors
    /// A [`SendError`]; then nothing is sent.
    pub fn send(&self, message: ToGame) -> Result<(), SendError> {
        self.send_all(&[message])
    }

    /// Has messages sent that belong together: in order, without any other between them, and written
    /// at once where they are not large, so that a game reads them in one frame.
    ///
    /// # Errors
    /// A [`SendError`] for the first message that cannot be sent; then none of them is.
    pub fn send_all(&self, messages: &[ToGame]) -> Result<(), SendError> {
        self.shared.change(|inner| inner.send(messages))
    }

    /// Sets the flags of the script, a byte for each of its bytes, bit 0 on those to stop before.
    /// They are sent now if a mission plays, and as each mission starts, as many as its script has
    /// bytes, rounded up to a multiple of 4.
    pub fn set_flags(&self, flags: Vec<u8>) {
        self.shared.change(|inner| inner.set_flags(flags));
    }

    /// Sets how often the mission's file is asked for while a mission plays.
    pub fn watch(&self, rate: WatchRate) {
        self.shared
            .change(|inner| inner.files.set_rate(rate, Instant::now()));
    }

    /// Sets how often the script's state is asked for while a mission plays. While it is not asked
    /// for, a game that is silent is not noticed.
    pub fn watch_states(&self, rate: WatchRate) {
        self.shared
            .change(|inner| inner.states.set_rate(rate, Instant::now()));
    }

    /// What the game was found to do so far.
    pub fn capabilities(&self) -> Capabilities {
        self.shared.lock().capabilities.clone()
    }

    /// How the link does.
    pub fn health(&self) -> Health {
        let inner = self.shared.lock();
        let asked = [inner.states.waits_since(), inner.files.waits_since()];
        let waits = asked.into_iter().flatten().min();
        Health {
            open: !inner.closed,
            playing: inner.playing && !inner.closed,
            round_trip: inner.states.round_trip(),
            interval: inner.states.interval(),
            waiting: waits.map(|since| since.elapsed()),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Both threads end by the connection's end. They are not waited for, as they may stand in a
        // call of the caller's own.
        self.shared.close();
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("port", &self.shared.port)
            .field("health", &self.health())
            .finish_non_exhaustive()
    }
}
