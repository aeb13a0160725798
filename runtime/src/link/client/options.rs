//! What a caller asks of a client.

use std::time::Duration;

/// How a client goes about its link.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientOptions {
    /// How often the script's state is asked for while a mission plays.
    pub states: WatchRate,
    /// How often the mission's file is asked for while a mission plays; whatever it is, the file
    /// comes as each mission starts.
    pub mission_files: WatchRate,
    /// How long the game may be silent where it owes something: its Hello, an answer, the rest of a
    /// message, or room to write to.
    pub patience: Duration,
    /// The flags of the script that the game gets as each mission starts, until
    /// [`Client::set_flags`](super::Client::set_flags) gives others.
    pub flags: Vec<u8>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            states: WatchRate::PerSecond(20),
            mission_files: WatchRate::Off,
            patience: Duration::from_secs(2),
            flags: Vec::new(),
        }
    }
}

/// How often something is asked for, at most: never again before the answer, and more seldom of a
/// game whose answers take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WatchRate {
    /// Not at all.
    #[default]
    Off,
    /// So many times a second; [`WatchRate::MOST`] for more, once a second for 0.
    PerSecond(u8),
}

impl WatchRate {
    /// The most times a second.
    pub const MOST: u8 = 60;

    /// The time from one question to the next; `None` for never.
    pub fn period(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::PerSecond(times) => {
                Some(Duration::from_secs(1) / u32::from(times.clamp(1, Self::MOST)))
            }
        }
    }
}
