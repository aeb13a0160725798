//! The run of the mission beside the window.
//!
//! A worker owns the simulation and runs the bytes that an export would write; the window sees
//! snapshots and the story so far. The document is never touched.

pub mod about;
pub(crate) mod build;
pub mod by_hand;
pub mod chronicle;
mod control;
mod difference;
pub mod floats;
mod input_names;
pub(crate) mod linked;
mod look;
mod names;
mod outcome;
pub mod places;
mod report;
pub mod stand;
mod start;
mod story;
mod value_now;
pub mod values;
mod why;
pub mod words;
mod worker;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::mpsc::{Receiver, Sender};

use eframe::egui::Context;
use formats::Image;
use model::compile::SourceMap;
use model::diagnostic::Place;
use model::edit::rename_in_fields;
use model::{AnyId, Collection, Mission};
use runtime::debug::{At, Coverage, Position, Statements, Stop, Tally};
use runtime::{Gap, Input, Snapshot, StandInPilot, Tick, TimedInput, Trace};

use crate::analysis::Findings;
use crate::breakpoints::{Breakpoints, Resolved, Running as Target};
use crate::mission_test::{MissionTest, Start};
use crate::renames::Renames;
use crate::settings::Settings;

use control::Control;
pub use control::{BackTo, StepBy};
pub use difference::Difference;
pub use input_names::{InputNames, NamedInput, NamedTarget, NamedValue, NoSuchRecord};
pub use look::Line;
pub use names::Names;
pub use outcome::{FailedCheck, TestOutcome};
use report::Report;
pub use report::{Standing, WhyAnswer};
pub use story::{Moment, Track, ending_text, story_line, story_of, time_text};
pub use why::{WhyLine, what_raises, why_lines};

/// The fastest that a run can be asked to go, in times of the game's own pace.
pub const FASTEST: f32 = 64.0;

/// Something to be done with the run.
#[derive(Debug, Clone, PartialEq)]
pub enum PreviewAction {
    /// Play if it stands, pause if it plays.
    Toggle,
    /// From the start, playing.
    Restart,
    /// No run, no ghosts.
    Stop,
    /// One second further, standing.
    StepSecond,
    /// One second back, standing.
    BackSecond,
    /// Another moment of the run, standing.
    Seek(Tick),
    /// A moment within a tick, standing.
    SeekTo(Position),
    /// On to the end of a step, then standing.
    Step(StepBy),
    /// On to a line of a text, then standing.
    RunTo(Place),
    /// Back, then standing.
    Back(BackTo),
    /// Finds out why a trigger did not fire since a moment.
    WhyNot {
        /// The trigger.
        trigger: AnyId,
        /// The moment; the start is 0.
        from: Tick,
    },
    /// Without one of its inputs, at the same moment.
    DropInput(usize),
    /// Whether a restart hands in again what came before.
    KeepInputs(bool),
    /// Whether what ran is counted over all runs of the same image.
    MergeCoverage(bool),
    /// Without any of its inputs, at the same moment.
    DropInputs,
    /// Back to the last time that a record did something: a global was written, a trigger fired.
    BackToRecord(AnyId),
    /// Back to the last time that a game variable was written.
    BackToVariable(u8),
    /// Another pace.
    Speed(f32),
    /// Another stand-in for the player.
    Pilot(StandInPilot),
    /// Another seed, for the next start.
    Seed(u32),
    /// Something from outside.
    Input(Input),
}

impl PreviewAction {
    /// Whether it may start a run.
    pub fn starts(&self) -> bool {
        matches!(
            self,
            Self::Toggle | Self::Restart | Self::StepSecond | Self::Step(_) | Self::RunTo(_)
        )
    }

    /// Whether it makes the run anew, of the mission as it stands now.
    pub fn makes_anew(&self) -> bool {
        matches!(self, Self::Restart | Self::DropInput(_) | Self::DropInputs)
    }
}

/// The run as the window sees it.
pub struct Preview {
    worker: Option<Running>,
    pilot: StandInPilot,
    seed: u32,
    /// Whether what ran is counted over all runs of the same image, and what all of them ran.
    merge_coverage: bool,
    merged: (Option<Arc<Image>>, Coverage),
    /// Counts the traces: a run's start, and each time that its past was rewritten.
    traces: u64,
    /// What came of the test that was played last, and where that is told.
    outcome: Option<Arc<TestOutcome>>,
    outcomes: Option<Receiver<TestOutcome>>,
}

/// A run that was started.
struct Running {
    control: Sender<Control>,
    reports: Receiver<Report>,
    /// Whether it runs in another process.
    linked: bool,
    /// Whether that process has gone, so that nothing is to be asked of it.
    over: bool,
    /// Whether it is of another mission, whose ids say nothing of the open one's.
    foreign: bool,
    image: Arc<Image>,
    names: Names,
    source_map: Arc<SourceMap>,
    /// The mission that it runs, as it was compiled.
    built: Arc<Mission>,
    /// The same with what was renamed since, but for its texts, which lines are places of.
    mission: Arc<Mission>,
    /// The open mission as it was last seen.
    seen: Arc<Mission>,
    /// What it was started with, which it is started with again.
    start: Start,
    /// The revision that was last compared with it, and whether that is another mission.
    compared: (u64, bool),
    statements: Statements,
    standing: Standing,
    /// The tick that a search has come back to, where one is made.
    looked: Arc<AtomicU32>,
    /// Orders that were given so far, and those of them that the run has told the outcome of.
    asked: u64,
    obeyed: u64,
    /// How many had been given once another run took its place; what was told before is of the old one.
    replaced: u64,
    position: Position,
    stop: Option<Stop>,
    coverage: Coverage,
    tally: Tally,
    inputs: Vec<TimedInput>,
    difference: Option<Difference>,
    why: Option<Arc<WhyAnswer>>,
    test: Option<(PathBuf, Result<MissionTest, String>)>,
    notes: Vec<(bool, String)>,
    /// The breakpoints as the run has them, and what they were worked out from.
    resolved: Resolved,
    resolved_of: Option<(u64, u64)>,
    snapshot: Option<Arc<Snapshot>>,
    head: Tick,
    moments: Vec<Moment>,
    trace: Trace,
    /// How many of its entries tell what came up to the moment that is shown.
    told: usize,
    gaps: BTreeMap<String, Gap>,
}

impl Default for Preview {
    fn default() -> Self {
        Self::new()
    }
}

impl Preview {
    /// No run yet.
    pub fn new() -> Self {
        Self {
            worker: None,
            pilot: StandInPilot::FollowNavPoints,
            seed: 1,
            merge_coverage: false,
            merged: (None, Coverage::default()),
            traces: 0,
            outcome: None,
            outcomes: None,
        }
    }

    /// Does something with the run.
    pub(crate) fn act(
        &mut self,
        context: &Context,
        action: PreviewAction,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        if self.is_over() && !matches!(action, PreviewAction::Stop) {
            // Only what starts a run has a meaning there.
            if !action.starts() && !action.makes_anew() {
                return;
            }
            self.stop();
        }
        match action {
            PreviewAction::Toggle => {
                self.start_if_none(context, findings, mission, settings, breakpoints);
                self.play(!self.is_running());
            }
            PreviewAction::Restart => {
                self.start(context, findings, mission, settings, breakpoints);
                self.play(true);
            }
            PreviewAction::Stop => self.stop(),
            PreviewAction::StepSecond => {
                self.start_if_none(context, findings, mission, settings, breakpoints);
                self.pause_own();
                self.tell(Control::Advance(runtime::TICKS_PER_SECOND));
            }
            PreviewAction::Step(step) => {
                self.start_if_none(context, findings, mission, settings, breakpoints);
                self.stand(Standing::Stepping);
                self.tell(Control::Step(step));
            }
            PreviewAction::RunTo(place) => {
                self.start_if_none(context, findings, mission, settings, breakpoints);
                if let Some(script) = self.statement_at(&place, mission) {
                    self.stand(Standing::Stepping);
                    self.tell(Control::Step(StepBy::To(script)));
                }
            }
            PreviewAction::Back(back) => {
                self.stand(Standing::Searching);
                self.tell(Control::Back(back));
            }
            PreviewAction::BackToRecord(record) => {
                let at = self.names().and_then(|names| match record.collection {
                    Collection::Globals => {
                        let global = names.global_number(&record)?;
                        Some(At::Global { global })
                    }
                    Collection::Triggers => {
                        let trigger = names.trigger_number(&record)?;
                        Some(At::Trigger { trigger })
                    }
                    _ => None,
                });
                if let Some(at) = at {
                    self.stand(Standing::Searching);
                    self.tell(Control::Back(BackTo::At(at)));
                }
            }
            PreviewAction::WhyNot { trigger, from } => {
                let number = self.names().and_then(|it| it.trigger_number(&trigger));
                if let Some(number) = number {
                    self.search();
                    self.tell(Control::WhyNot {
                        record: trigger,
                        trigger: number,
                        from,
                    });
                }
            }
            // The settings have it.
            PreviewAction::KeepInputs(_) => {}
            PreviewAction::MergeCoverage(merge) => self.merge_coverage = merge,
            PreviewAction::DropInput(place) => {
                let inputs = self.carried(findings, mission, Some(place));
                self.run_again(findings, mission, breakpoints, inputs);
            }
            PreviewAction::DropInputs => {
                self.run_again(findings, mission, breakpoints, Vec::new());
            }
            PreviewAction::BackToVariable(variable) => {
                self.stand(Standing::Searching);
                self.tell(Control::Back(BackTo::At(At::Variable { variable })));
            }
            PreviewAction::SeekTo(position) => {
                self.pause_own();
                self.tell(Control::SeekTo(position));
            }
            PreviewAction::BackSecond => {
                let now = self.snapshot().map_or(Tick(0), |it| it.tick);
                self.seek(Tick(now.0.saturating_sub(runtime::TICKS_PER_SECOND)));
            }
            PreviewAction::Seek(tick) => self.seek(tick),
            PreviewAction::Speed(speed) => self.tell(Control::Speed(speed)),
            PreviewAction::Pilot(pilot) => {
                self.pilot = pilot;
                self.tell(Control::Input(Input::SetPilot { pilot }));
            }
            PreviewAction::Seed(seed) => self.seed = seed,
            PreviewAction::Input(input) => self.tell(Control::Input(input)),
        }
    }

    /// Has the run make a test of what it has come to.
    pub(crate) fn make_test(&mut self, path: PathBuf) {
        if let Some(mission) = self.mission().cloned() {
            self.tell(Control::MakeTest(path, mission));
        }
    }

    /// A test that the run has made, once.
    pub(crate) fn take_test(&mut self) -> Option<(PathBuf, Result<MissionTest, String>)> {
        self.worker.as_mut()?.test.take()
    }

    /// What came of a test that was played, once it is known. It is kept until the run is ended.
    pub(crate) fn take_outcome(&mut self) -> Option<Arc<TestOutcome>> {
        let outcome = self.outcomes.as_ref()?.try_recv().ok()?;
        self.outcomes = None;
        self.outcome = Some(Arc::new(outcome));
        self.outcome.clone()
    }

    /// What the run wants said, once, and whether it is good news.
    pub(crate) fn take_notes(&mut self) -> Vec<(bool, String)> {
        let running = self.worker.as_mut();
        running
            .map(|it| std::mem::take(&mut it.notes))
            .unwrap_or_default()
    }

    /// Forgets what a breakpoint counted.
    pub(crate) fn forget_hits(&mut self, breakpoint: u32) {
        self.tell(Control::ForgetHits(breakpoint));
    }

    /// A game that is linked goes to no other moment, and is not stopped for the question.
    fn pause_own(&mut self) {
        if !self.is_linked() {
            self.play(false);
        }
    }

    fn seek(&mut self, tick: Tick) {
        self.pause_own();
        self.tell(Control::Seek(tick));
    }

    fn play(&mut self, playing: bool) {
        self.stand(match playing {
            true => Standing::Playing,
            false => Standing::Still,
        });
        self.tell(Control::Play(playing));
    }

    /// What the run will do is shown before it says so.
    fn stand(&mut self, standing: Standing) {
        if let Some(running) = &mut self.worker {
            running.standing = standing;
        }
    }

    /// A question does not stop a run.
    fn search(&mut self) {
        if self.standing() == Standing::Still {
            self.stand(Standing::Searching);
        }
    }

    fn start_if_none(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        if self.worker.is_none() {
            self.start(context, findings, mission, settings, breakpoints);
        }
    }

    fn tell(&mut self, control: Control) {
        if let Some(running) = &mut self.worker {
            running.asked += 1;
            // A worker that is gone has nothing left to do.
            let _ = running.control.send(control);
        }
    }

    /// Ends the run.
    pub fn stop(&mut self) {
        self.worker = None;
        self.outcome = None;
        self.outcomes = None;
    }

    /// Takes what the worker has told since the last frame, has it stop where the breakpoints are now,
    /// and puts the open mission in the place of the one that ran, once it stands.
    pub(crate) fn update(
        &mut self,
        revision: u64,
        mission: &Arc<Mission>,
        findings: &Findings,
        breakpoints: &Breakpoints,
    ) {
        let Some(running) = &mut self.worker else {
            return;
        };
        running.follow(mission);
        if running.compared.0 != revision {
            // An edit that was undone is none.
            running.compared = (revision, running.built != *mission);
        }
        if running.take_reports() {
            self.traces = self.traces.wrapping_add(1);
        }
        // Another image has other statements.
        let image = &running.image;
        let kept = self.merged.0.as_ref();
        if kept.is_none_or(|kept| !Arc::ptr_eq(kept, image)) {
            if kept.is_none_or(|kept| kept.bytes() != image.bytes()) {
                self.merged.1 = Coverage::default();
            }
            self.merged.0 = Some(Arc::clone(image));
        }
        self.merged.1.merge(&running.coverage);
        let stands = running.standing == Standing::Still && running.snapshot.is_some();
        let replays = !running.linked
            && running.compared.1
            && (stands || running.standing == Standing::Replaying)
            && findings.revision == revision
            && !findings.has_errors()
            && findings.image.is_some();
        if replays {
            self.replay(findings, mission, breakpoints);
        } else if running.resolve(revision, mission, breakpoints) {
            let stops = Arc::new(running.resolved.stops.clone());
            self.tell(Control::Stops(stops));
        }
    }
}

impl Running {
    /// Takes what the worker has told, and says whether the past is another now.
    fn take_reports(&mut self) -> bool {
        let mut rewritten = false;
        for report in self.reports.try_iter() {
            self.test = report.test.or(self.test.take());
            self.notes.extend(report.notes);
            self.obeyed = report.obeyed;
            if report.obeyed < self.replaced {
                continue;
            }
            if let Some(cut) = report.cut {
                rewritten = true;
                self.moments.retain(|moment| moment.tick <= cut);
            }
            self.moments.extend(report.moments);
            self.head = report.head;
            self.position = report.position;
            self.stop = report.stop;
            self.trace = report.trace;
            self.told = report.told;
            self.snapshot = Some(report.snapshot);
            self.gaps = report.gaps;
            self.coverage = report.coverage;
            self.tally = report.tally;
            self.inputs = report.inputs;
            // What was asked for since has not shown yet.
            if report.obeyed >= self.asked {
                self.standing = report.standing;
            }
            self.difference = report.difference;
            self.why = report.why;
        }
        rewritten
    }

    /// Goes along with what was renamed since the open mission was last seen.
    fn follow(&mut self, open: &Arc<Mission>) {
        if self.foreign || Arc::ptr_eq(&self.seen, open) {
            return;
        }
        let renames = Renames::between(&self.seen, open);
        self.seen = Arc::clone(open);
        if renames.is_empty() {
            return;
        }
        self.names = self.names.renamed(&renames);
        self.source_map = Arc::new(self.source_map.renamed(|it| renames.of(it).cloned()));
        let mission = Arc::make_mut(&mut self.mission);
        for (was, is) in renames.iter() {
            // One that was taken out of the open mission may still have the id here; the record that
            // took it over is then not to be found.
            if let Ok(edit) = rename_in_fields(mission, was, &is.id) {
                let _ = mission.apply(edit);
            }
        }
        for record in self.moments.iter_mut().filter_map(|it| it.record.as_mut()) {
            if let Some(is) = renames.of(record) {
                record.clone_from(is);
            }
        }
        self.asked += 1;
        // A worker that is gone tells nothing more.
        let _ = self.control.send(Control::Rename(renames));
    }

    /// Works out where the run is to stop, and says whether that is another set of places.
    fn resolve(&mut self, revision: u64, open: &Mission, breakpoints: &Breakpoints) -> bool {
        let of = Some((breakpoints.revision(), revision));
        if self.resolved_of == of {
            return false;
        }
        self.resolved_of = of;
        let target = Target {
            mission: &self.mission,
            source_map: &self.source_map,
            names: &self.names,
        };
        let resolved = breakpoints.resolve(open, target);
        let changed = resolved.stops != self.resolved.stops;
        self.resolved = resolved;
        changed
    }
}

/// Where the statements of a script start, as a run takes them.
pub fn statements_of(source_map: &SourceMap) -> Statements {
    let starts = source_map.statements();
    let starts = starts.iter().map(|it| u32::try_from(it.bytes.start));
    Statements::new(starts.flatten())
}

/// The number that a mission is played as: its own, else that of the first.
pub fn played_number(mission: &Mission) -> u16 {
    mission.number.unwrap_or(1)
}
