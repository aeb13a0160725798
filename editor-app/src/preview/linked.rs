//! A run of another process, which a link tells of, in the place of the worker's own.
//!
//! The panels look at it as at any run. What the link cannot do, it says.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use model::Mission;
use runtime::debug::{Coverage, Position, Stop, Stops, Tally};
use runtime::{Input, Snapshot, Trace, TraceEntry};

use crate::breakpoints::Breakpoints;

use super::build::Build;
use super::control::Control;
use super::report::Report;
use super::{Moment, Names, Preview, Running, Standing, StepBy, statements_of, story_of};

/// What the author wants of a linked run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wish {
    /// Play on, or pause.
    Play(bool),
    /// A step.
    Step(StepBy),
    /// Stop here from now on.
    Stops(Arc<Stops>),
    /// Forget what a breakpoint counted.
    Forget(u32),
    /// Run a part, by its number.
    Run(u16),
    /// Something that a link has no message for, in a few words.
    NotLinked(&'static str),
}

/// What is told of a linked run.
pub(crate) struct Told {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) standing: Standing,
    pub(crate) stop: Option<Stop>,
    /// What happened since the last time.
    pub(crate) happened: Vec<TraceEntry>,
    pub(crate) tally: Tally,
}

/// The link's end of a run that the window shows.
pub(crate) struct Feed {
    orders: Receiver<Control>,
    reports: Sender<Report>,
    names: Names,
    trace: Trace,
    /// What happened before the window looked, to be told with what comes next.
    before: Vec<TraceEntry>,
    obeyed: u64,
}

impl Feed {
    /// What the author wanted since the last time, in order.
    pub(crate) fn wishes(&mut self) -> Vec<Wish> {
        let orders: Vec<Control> = self.orders.try_iter().collect();
        self.obeyed += orders.len() as u64;
        let mut wishes = Vec::new();
        for order in orders {
            match order {
                Control::Rename(renames) => self.names = self.names.renamed(&renames),
                order => wishes.extend(wish_of(order)),
            }
        }
        wishes
    }

    /// Shows a moment; false once the window no longer looks.
    pub(crate) fn tell(&mut self, told: Told) -> bool {
        let mut moments: Vec<Moment> = Vec::new();
        for entry in std::mem::take(&mut self.before)
            .into_iter()
            .chain(told.happened)
        {
            moments.extend(story_of(&entry, &self.names));
            self.trace.tell(entry);
        }
        let tick = told.snapshot.tick;
        let position = told.stop.as_ref().map(|it| it.position);
        let report = Report {
            snapshot: told.snapshot,
            position: position.unwrap_or(Position::end_of(tick)),
            stop: told.stop,
            head: tick,
            cut: None,
            moments,
            trace: self.trace.clone(),
            // What a link tells has come.
            told: self.trace.len(),
            gaps: BTreeMap::new(),
            coverage: Coverage::default(),
            tally: told.tally,
            inputs: Vec::new(),
            standing: told.standing,
            obeyed: self.obeyed,
            test: None,
            notes: Vec::new(),
            why: None,
            difference: None,
        };
        self.reports.send(report).is_ok()
    }

    /// The names of the build that runs now.
    pub(crate) fn rename(&mut self, build: &Build) {
        self.names = build.names();
    }
}

fn wish_of(control: Control) -> Option<Wish> {
    Some(match control {
        Control::Play(playing) => Wish::Play(playing),
        Control::Step(step) => Wish::Step(step),
        Control::Stops(stops) => Wish::Stops(stops),
        Control::ForgetHits(breakpoint) => Wish::Forget(breakpoint),
        // The game's own pace is kept; a run of its own takes this up. Names are the window's own.
        Control::Speed(_) | Control::Rename(_) => return None,
        Control::Advance(_) | Control::Seek(_) | Control::SeekTo(_) | Control::Back(_) => {
            Wish::NotLinked("go to another moment of a linked game")
        }
        Control::Input(Input::RunPart { part }) => Wish::Run(part),
        Control::Input(_) => Wish::NotLinked("hand anything in to a linked game"),
        Control::MakeTest(..) => Wish::NotLinked("make a test of a linked game"),
        Control::WhyNot { .. } => {
            Wish::NotLinked("say of a linked game why a trigger did not fire")
        }
        Control::Replace(_) => Wish::NotLinked("run a linked game again"),
    })
}

impl Preview {
    /// Shows a run that a link tells of, in the place of any other; `own` where it is of the open
    /// mission. `before` is what happened in it so far.
    pub(crate) fn follow(
        &mut self,
        build: &Build,
        open: &Mission,
        breakpoints: &Breakpoints,
        own: bool,
        before: Vec<TraceEntry>,
    ) -> Feed {
        let (control, orders) = channel();
        let (sender, reports) = channel();
        self.traces = self.traces.wrapping_add(1);
        let names = build.names();
        let mut running = Running::of(build, names.clone(), control, reports);
        running.linked = true;
        running.foreign = !own;
        running.standing = Standing::Playing;
        running.resolve(build.revision, open, breakpoints);
        self.worker = Some(running);
        Feed {
            orders,
            reports: sender,
            names,
            trace: Trace::default(),
            before,
            obeyed: 0,
        }
    }

    /// Takes up that the linked run is of another build now.
    pub(crate) fn rebuild(&mut self, build: &Build) {
        if let Some(running) = self.worker.as_mut().filter(|it| it.linked) {
            running.image = Arc::clone(&build.image);
            running.names = build.names();
            running.source_map = Arc::clone(&build.source_map);
            running.built = Arc::clone(&build.mission);
            running.mission = Arc::clone(&build.mission);
            running.seen = Arc::clone(&build.mission);
            running.foreign = false;
            running.statements = statements_of(&build.source_map);
            running.compared = (build.revision, false);
            running.resolved_of = None;
        }
    }

    /// Keeps what a linked game told last, which has gone.
    pub(crate) fn end_linked(&mut self) {
        let Some(running) = self.worker.as_mut().filter(|it| it.linked) else {
            return;
        };
        running.take_reports();
        running.over = true;
        running.standing = Standing::Still;
        // One that told nothing leaves nothing to look at.
        if running.snapshot.is_none() {
            self.stop();
        }
    }

    /// Whether the game that was linked has gone, and its last state stays.
    pub fn is_over(&self) -> bool {
        self.worker.as_ref().is_some_and(|it| it.over)
    }

    /// Whether the run is one of another process.
    pub fn is_linked(&self) -> bool {
        self.worker.as_ref().is_some_and(|it| it.linked)
    }

    /// Says of breakpoints why the linked game cannot stop at them, by their numbers.
    pub(crate) fn trouble(&mut self, problems: impl Iterator<Item = (u32, String)>) {
        if let Some(running) = self.worker.as_mut().filter(|it| it.linked) {
            running.resolved.problems.extend(problems);
        }
    }

    /// Where the breakpoints of the linked run are to stop it now.
    pub(crate) fn stops(&self) -> Option<Arc<Stops>> {
        let running = self.worker.as_ref()?;
        Some(Arc::new(running.resolved.stops.clone()))
    }
}
