//! Games at the other end of a link: one that plays OpenReliant's part, one that runs a mission for
//! real, and ones that mean harm.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod host;
pub(crate) mod hostile;
pub(crate) mod mock;

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use runtime::link::ToGame;

/// How long anything may take that is waited for; nothing takes that long unless it hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What a game saw of its editor.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Seen {
    /// It connected.
    Came,
    /// It sent a message.
    Message(ToGame),
    /// It went, and this is whether the script is held still.
    Gone { held: bool },
}

/// The first thing that a filter picks; what came before is given too.
pub(crate) fn wait<S, T>(from: &Receiver<S>, mut pick: impl FnMut(S) -> Option<T>) -> T {
    let by = Instant::now() + PATIENCE;
    loop {
        let left = by.saturating_duration_since(Instant::now());
        match from.recv_timeout(left) {
            Ok(seen) => {
                if let Some(picked) = pick(seen) {
                    return picked;
                }
            }
            Err(RecvTimeoutError::Timeout) => panic!("it never came"),
            Err(RecvTimeoutError::Disconnected) => panic!("the game ended"),
        }
    }
}
