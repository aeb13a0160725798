//! What the window asks of a run.

use std::path::PathBuf;
use std::sync::Arc;

use model::{AnyId, Mission};
use runtime::debug::{At, Position, Stops};
use runtime::{Input, Recording, Tick, TimedInput};

use crate::renames::Renames;

use super::Names;

/// What the window wants of the run.
pub(super) enum Control {
    Play(bool),
    Speed(f32),
    Advance(u32),
    /// Looks at another moment of the run.
    Seek(Tick),
    /// Looks at a moment within a tick.
    SeekTo(Position),
    Input(Input),
    /// Where to stop from now on.
    Stops(Arc<Stops>),
    /// Forgets what a breakpoint counted.
    ForgetHits(u32),
    /// Tells of records by what they are called now.
    Rename(Renames),
    /// Runs on to the end of a step, as fast as it can.
    Step(StepBy),
    /// Runs backwards.
    Back(BackTo),
    /// Makes a test of what the run has come to.
    MakeTest(PathBuf, Arc<Mission>),
    /// Finds out why a trigger did not fire, by its record and its number.
    WhyNot {
        record: AnyId,
        trigger: u16,
        from: Tick,
    },
    /// Another mission in the place of the one that ran: run again, with the same inputs, to the
    /// moment that was looked at.
    Replace(Box<Replacement>),
}

impl Control {
    /// Whether it is about where the run stands, so that it waits while the run comes there.
    pub(super) fn needs_the_run(&self) -> bool {
        !matches!(
            self,
            Self::Speed(_)
                | Self::Stops(_)
                | Self::ForgetHits(_)
                | Self::Rename(_)
                | Self::Replace(_)
        )
    }

    /// What it is, in words, where it speaks of numbers that another image has otherwise.
    pub(super) fn lost_with_an_edit(&self) -> Option<&'static str> {
        match self {
            Self::Input(_) => Some("What was handed in"),
            Self::SeekTo(_) => Some("A moment within a tick"),
            Self::Step(StepBy::To(_)) => Some("Run to a line"),
            Self::Back(BackTo::At(_)) => Some("Back to the last time"),
            Self::MakeTest(..) => Some("The test of the run"),
            Self::WhyNot { .. } => Some("Why a trigger did not fire"),
            _ => None,
        }
    }
}

/// A step, from wherever the run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepBy {
    /// To the next statement, into what is called.
    Into,
    /// To the next statement of the same thread, over what is called.
    Over,
    /// Out of the routine that runs.
    Out,
    /// To a statement, by its first instruction in the script.
    To(u32),
    /// To the next event that is raised.
    Event,
}

/// How far back to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackTo {
    /// To the statement before, of the thread that runs.
    Statement,
    /// To the event before.
    Event,
    /// To where the run would have stopped last.
    Stop,
    /// To the last time that something happened.
    At(At),
}

/// A mission to go on with.
pub(super) struct Replacement {
    pub(super) run: Recording,
    pub(super) names: Names,
    pub(super) inputs: Vec<TimedInput>,
    pub(super) stops: Arc<Stops>,
}
