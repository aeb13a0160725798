//! What a simulation is started with.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::debug::statements::Statements;
use crate::stats::Stats;
use crate::trace::TraceLevel;
use crate::vm::variables::Variables;

/// Ticks that a line lasts where nobody knows its file: three seconds, our own choice.
pub const DEFAULT_LINE_TICKS: u32 = 300;

/// What a simulation is started with. The same image, options and inputs give the same mission on
/// every machine.
#[derive(Debug, Clone)]
pub struct Options {
    /// Seed of all random numbers.
    pub seed: u32,
    /// The mission's number; a few rules go by it (script-vm V183, V226, V267, V277).
    pub mission: u16,
    /// Whether it is a training flight of the simulator (script-vm V226).
    pub training: bool,
    /// Human players, 1 to 8. Their ships are the first records.
    pub players: u8,
    /// The ship type that the player chose; without one, the record's.
    pub player_kind: Option<u16>,
    /// Who flies the player's ship.
    pub pilot: StandInPilot,
    /// The game's variables as the last mission left them.
    pub variables: Variables,
    /// The figures of the ship types.
    pub stats: Arc<Stats>,
    /// How long lines and films last.
    pub durations: Durations,
    /// Where the script's statements start, for a debugger and for coverage.
    pub statements: Statements,
    /// How much is logged.
    pub trace: TraceLevel,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            mission: 1,
            training: false,
            players: 1,
            player_kind: None,
            pilot: StandInPilot::default(),
            variables: Variables::default(),
            stats: Arc::default(),
            durations: Durations::default(),
            statements: Statements::default(),
            trace: TraceLevel::default(),
        }
    }
}

/// Who flies the player's ship while its order is Player Control.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandInPilot {
    /// Nobody: the ship stands still.
    #[default]
    Hold,
    /// It flies to the nav point that the script set, or from nav point to nav point in record
    /// order. It takes a jump five seconds after the script offers it, and presses a key two seconds
    /// after the script asks for it.
    FollowNavPoints,
    /// It chases the nearest enemy, flies on as [`Self::FollowNavPoints`] where there is none, and
    /// takes jumps and presses keys like it.
    Fight,
}

/// What a duration is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DurationKind {
    /// A line of speech, by its file's name.
    Speech,
    /// A film, by its file's name.
    Film,
}

type Lookup = dyn Fn(DurationKind, &str) -> Option<u32> + Send + Sync;

/// How many ticks the game's files last, as far as the caller knows them.
#[derive(Clone, Default)]
pub struct Durations(Option<Arc<Lookup>>);

impl Durations {
    /// Durations by a function of the file's name, as the script gives it, in ticks.
    ///
    /// A simulation is as repeatable as this function is.
    pub fn new(lookup: impl Fn(DurationKind, &str) -> Option<u32> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(lookup)))
    }

    /// A file's duration; [`DEFAULT_LINE_TICKS`] where nobody knows it.
    pub fn of(&self, kind: DurationKind, name: &str) -> u32 {
        self.0
            .as_ref()
            .and_then(|lookup| lookup(kind, name))
            .unwrap_or(DEFAULT_LINE_TICKS)
    }
}

impl fmt::Debug for Durations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "Durations(known)",
            None => "Durations(default)",
        })
    }
}
