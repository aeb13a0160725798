//! What a run tells the window.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use model::AnyId;
use runtime::debug::{Coverage, Position, Stop, Tally};
use runtime::{Gap, Snapshot, Tick, TimedInput, Trace};

use crate::mission_test::MissionTest;

use super::difference::Difference;
use super::{Moment, WhyLine};

/// What the run tells the window.
pub(super) struct Report {
    pub(super) snapshot: Arc<Snapshot>,
    /// The moment that is looked at, and why the run stands within a tick.
    pub(super) position: Position,
    pub(super) stop: Option<Stop>,
    /// The moment that the run has come to.
    pub(super) head: Tick,
    /// The moment behind which what was told before did not happen.
    pub(super) cut: Option<Tick>,
    pub(super) moments: Vec<Moment>,
    /// Everything that happened up to the head.
    pub(super) trace: Trace,
    /// How many of its entries tell what came up to the moment that is looked at.
    pub(super) told: usize,
    pub(super) gaps: BTreeMap<String, Gap>,
    /// Statements that ran up to the moment that is looked at.
    pub(super) coverage: Coverage,
    pub(super) tally: Tally,
    pub(super) inputs: Vec<TimedInput>,
    pub(super) standing: Standing,
    /// Orders that were obeyed so far.
    pub(super) obeyed: u64,
    /// A test that was made, and where it goes.
    pub(super) test: Option<(PathBuf, Result<MissionTest, String>)>,
    /// What the author is to be told, and whether it is good news.
    pub(super) notes: Vec<(bool, String)>,
    /// Why a trigger did not fire, the last that was asked of.
    pub(super) why: Option<Arc<WhyAnswer>>,
    /// Where a mission that took the place of another first goes another way.
    pub(super) difference: Option<Difference>,
}

/// Why a trigger did not fire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyAnswer {
    /// The trigger.
    pub trigger: AnyId,
    /// The stretch that was looked into.
    pub from: Tick,
    /// Its end: the moment that was shown, within a tick where the run stood in one.
    pub until: Position,
    /// The answer, the cause first.
    pub lines: Vec<WhyLine>,
}

/// What a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// It stands.
    #[default]
    Still,
    /// It goes at its pace.
    Playing,
    /// It goes as fast as it can to the end of a step.
    Stepping,
    /// It goes as fast as it can to where it was before an edit.
    Replaying,
    /// It looks through what was, for a moment or for a cause.
    Searching,
}
