//! Mission tests: what a mission is told to do, and what its author promises of it.
//!
//! A test is a YAML text, `NAME.test.yaml`, beside its mission. [`TestSource`] reads one, telling every
//! problem with its line; [`MissionTest::write`] writes one; [`MissionTest::from_run`] makes one of a
//! run that went as it should. [`run()`] plays a test on a compiled mission ([`Bench`]) and gives a
//! [`Verdict`], which [`report`] prints and [`junit`] writes for others. [`CoverageSum`] adds up what
//! several runs came to.
//!
//! Nothing here reads or writes files; `sortie test` does.

mod compare;
mod fact;
mod moment;
mod symbols;

mod from_run;
mod read;
mod write;

mod bind;
mod coverage;
mod promise;
mod run;
mod watch;

pub mod junit;
pub mod report;

use std::collections::BTreeMap;

use model::Mission;
use runtime::{Options, StandInPilot, Tick, Variables};

use crate::preview::{NamedInput, played_number};

pub use compare::{Compare, Limit};
pub use coverage::{CoverageSum, CoveredLine};
pub use fact::{Counted, EndingIs, Fact, ShipState};
pub use moment::{MomentError, parse_moment, seconds_text};
pub use read::{Places, ReadTest, TestSource};
pub use run::{Bench, Check, Verdict, run};

/// The version of the file's form.
const VERSION: i64 = 1;
/// Seconds that a test runs at most, where it does not say.
const DEFAULT_SECONDS: u32 = 300;
/// Seconds that a test can ask for: a day.
const MOST_SECONDS: u32 = 86_400;

/// A test of a mission.
#[derive(Debug, Clone, PartialEq)]
pub struct MissionTest {
    /// The mission's file, from the test's folder; `None` for the one of the test's own name.
    pub mission: Option<String>,
    /// What the test shows, in words.
    pub name: Option<String>,
    /// What the run starts with.
    pub start: Start,
    /// Ticks that the mission runs at most; it may be over earlier.
    pub ticks: u32,
    /// Whether a thread may fail.
    pub faults: Tolerance,
    /// Whether the mission may ask for what the preview does not do.
    pub gaps: Tolerance,
    /// What comes from outside, in the author's order.
    pub inputs: Vec<TestInput>,
    /// What is promised, in the author's order.
    pub expectations: Vec<Expectation>,
}

/// What a run starts with.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// What chance starts from.
    pub seed: u32,
    /// Who flies the player's ship.
    pub pilot: StandInPilot,
    /// The number that the mission is played as; `None` for its own.
    pub number: Option<u16>,
    /// Whether it is a training flight of the simulator.
    pub training: bool,
    /// Human players, 1 to 8.
    pub players: u8,
    /// The ship type that the player chose; without one, the record's.
    pub player_kind: Option<u16>,
    /// Game variables that differ from a new campaign's, by number.
    pub variables: BTreeMap<u8, u32>,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            seed: 1,
            pilot: StandInPilot::FollowNavPoints,
            number: None,
            training: false,
            players: 1,
            player_kind: None,
            variables: BTreeMap::new(),
        }
    }
}

impl Start {
    /// What a run of a mission is started with; what it keeps of its way is for others to say.
    pub fn options(&self, mission: &Mission) -> Options {
        let mut variables = Variables::default();
        for (variable, value) in &self.variables {
            variables.set(*variable, *value);
        }
        Options {
            seed: self.seed,
            mission: self.number.unwrap_or(played_number(mission)),
            training: self.training,
            players: self.players,
            player_kind: self.player_kind,
            pilot: self.pilot,
            variables,
            ..Options::default()
        }
    }
}

/// Whether something may happen in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tolerance {
    /// It fails the test.
    None,
    /// It is passed over.
    Allowed,
}

impl Default for MissionTest {
    fn default() -> Self {
        Self {
            mission: None,
            name: None,
            start: Start::default(),
            ticks: DEFAULT_SECONDS * runtime::TICKS_PER_SECOND,
            faults: Tolerance::None,
            gaps: Tolerance::Allowed,
            inputs: Vec::new(),
            expectations: Vec::new(),
        }
    }
}

/// Something from outside, and when it comes.
#[derive(Debug, Clone, PartialEq)]
pub struct TestInput {
    /// When.
    pub time: InputTime,
    /// What.
    pub input: NamedInput,
}

/// When an input comes.
#[derive(Debug, Clone, PartialEq)]
pub enum InputTime {
    /// At a moment, from the first tick on.
    At(Tick),
    /// Within a tick, at the point of it that a run stood at: a value that was set there.
    Within {
        /// The tick.
        tick: Tick,
        /// The point, counted from 1.
        step: u32,
    },
    /// Once something has come true for the first time, so many ticks later; at the next tick for 0.
    Once {
        /// What.
        fact: Fact,
        /// Ticks later.
        after: u32,
    },
}

/// What is promised of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// When it is looked for.
    pub when: When,
    /// What must be true of a moment for it to be looked at; only with `never` and `always`.
    pub guard: Option<Fact>,
    /// What.
    pub fact: Fact,
}

/// When a fact is looked for. What is counted, such as firings of a trigger, is counted from where the
/// look begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// It comes true at some moment up to this one.
    By(Tick),
    /// It is true at this moment; where the mission is over before, as it was then.
    At(Tick),
    /// It is true at some moment of a window.
    Between(Window),
    /// It is true at no moment of a window.
    Never(Window),
    /// It is true at every moment of a window, which must come.
    Always(Window),
    /// It is true once the run has ended.
    AtEnd,
}

/// A stretch of a run, both ends in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// Where it begins.
    pub from: Tick,
    /// Where it ends; `None` for the run's end.
    pub until: Option<Tick>,
}

impl Window {
    /// Whether a moment lies in it.
    pub fn holds(&self, tick: Tick) -> bool {
        tick >= self.from && self.until.is_none_or(|until| tick <= until)
    }
}

impl When {
    /// Where the look begins.
    pub fn from(&self) -> Tick {
        match self {
            Self::By(_) | Self::At(_) | Self::AtEnd => Tick(0),
            Self::Between(window) | Self::Never(window) | Self::Always(window) => window.from,
        }
    }
}
