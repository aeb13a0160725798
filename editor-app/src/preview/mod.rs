//! The run of the mission beside the window.
//!
//! A worker owns the simulation and runs the bytes that an export would write; the window sees
//! snapshots and the story so far. The document is never touched.

pub mod about;
pub mod by_hand;
pub mod chronicle;
mod difference;
mod input_names;
mod names;
pub mod places;
pub mod stand;
mod story;
pub mod values;
mod why;
pub mod words;
mod worker;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui::Context;
use formats::Image;
use model::compile::SourceMap;
use model::diagnostic::Place;
use model::{AnyId, Collection, Mission};
use runtime::debug::{At, Coverage, Position, Statements, Stop, Tally, Why};
use runtime::{
    Gap, Input, Options, Recording, Snapshot, StandInPilot, Tick, TimedInput, Trace, TraceLevel,
};

use crate::analysis::Findings;
use crate::breakpoints::{Breakpoints, Resolved, Running as Target};
use crate::mission_test::{Bench, MissionTest, ReadTest, Verdict, run as play};
use crate::settings::Settings;

pub use difference::Difference;
pub use input_names::{InputNames, NamedInput, NamedTarget, NamedValue, NoSuchRecord};
pub use names::Names;
pub use story::{Moment, Track, ending_text, story_line, story_of, time_text};
pub use why::{WhyLine, what_raises, why_lines};
pub use worker::{BackTo, Standing, StepBy, WhyAnswer};
use worker::{Control, Replacement, Report, Worker};

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
}

/// A run that was started.
struct Running {
    control: Sender<Control>,
    reports: Receiver<Report>,
    image: Arc<Image>,
    names: Names,
    source_map: Arc<SourceMap>,
    /// The mission that it runs.
    mission: Arc<Mission>,
    /// The revision that was last compared with it, and whether that is another mission.
    compared: (u64, bool),
    statements: Statements,
    standing: Standing,
    /// Orders that were given so far.
    asked: u64,
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
                self.play(false);
                self.tell(Control::Advance(runtime::TICKS_PER_SECOND));
            }
            PreviewAction::Step(step) => {
                self.start_if_none(context, findings, mission, settings, breakpoints);
                self.stand(Standing::Stepping);
                self.tell(Control::Step(step));
            }
            PreviewAction::RunTo(place) => {
                self.start_if_none(context, findings, mission, settings, breakpoints);
                if let Some(script) = self.statement_at(&place) {
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
                let mut inputs = self.carried(mission);
                if place < inputs.len() {
                    inputs.remove(place);
                }
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
                self.play(false);
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

    fn seek(&mut self, tick: Tick) {
        self.play(false);
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

    /// Starts a run, and says nothing of it until it is asked for its first tick.
    fn start(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        let kept = match settings.keep_inputs {
            true => self.carried(mission),
            false => Vec::new(),
        };
        let with_inputs = move |mut run: Recording| {
            for input in kept {
                run.input_at(input);
            }
            move || (run, Vec::new())
        };
        self.start_made(
            context,
            findings,
            mission,
            settings,
            breakpoints,
            with_inputs,
        );
    }

    /// Starts a run as a test has it: it is played to its end at once, and stands at its start.
    pub(crate) fn play_test(
        &mut self,
        context: &Context,
        (bench, read): (Bench, ReadTest),
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        self.seed = read.test.start.seed;
        self.pilot = read.test.start.pilot;
        let make = move |_: Recording| {
            move || {
                let options = Options {
                    trace: TraceLevel::Everything,
                    ..bench.options(&read.test.start)
                };
                let mut run = Recording::start(Arc::clone(bench.image()), options);
                let verdict = match play(&bench, &read) {
                    Ok(verdict) => verdict,
                    Err(error) => return (run, vec![(false, error.to_string())]),
                };
                for input in &verdict.inputs {
                    run.input_at(input.clone());
                }
                run.advance(verdict.ended.0.saturating_add(1));
                run.seek(Tick(0));
                (run, verdict_notes(&verdict))
            }
        };
        self.start_made(context, findings, mission, settings, breakpoints, make);
    }

    /// The inputs of the run as another mission has them.
    fn carried(&self, mission: &Mission) -> Vec<TimedInput> {
        let Some(running) = &self.worker else {
            return Vec::new();
        };
        let names = Names::new(mission);
        let old = InputNames::new(&running.mission, &running.names);
        let new = InputNames::new(mission, &names);
        let same = running.mission.as_ref() == mission;
        let carried = running.inputs.iter().filter_map(|timed| {
            let named = old.named(&timed.input).ok()?;
            let input = new.numbered(&named).ok()?;
            let within = timed.step > 0 && !same;
            Some(TimedInput {
                // Points within a tick are others in another script.
                tick: timed.tick.after(u32::from(within)),
                step: if within { 0 } else { timed.step },
                input,
            })
        });
        carried.collect()
    }

    /// Starts a run that is made, on a thread of its own, of the one that starts afresh.
    fn start_made<M>(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
        make: impl FnOnce(Recording) -> M,
    ) where
        M: FnOnce() -> (Recording, Vec<(bool, String)>) + Send + 'static,
    {
        self.stop();
        let Some((run, names, statements)) = self.recording(findings, mission) else {
            return;
        };
        let Some(image) = findings.image.clone() else {
            return;
        };
        let (control, orders) = channel();
        let (sender, reports) = channel();
        self.traces = self.traces.wrapping_add(1);
        let mut running = Running {
            control,
            reports,
            image,
            names: names.clone(),
            source_map: Arc::clone(&findings.source_map),
            mission: Arc::clone(mission),
            compared: (findings.revision, false),
            statements,
            standing: Standing::Still,
            asked: 0,
            position: Position::end_of(Tick(0)),
            stop: None,
            coverage: Coverage::default(),
            tally: Tally::default(),
            inputs: Vec::new(),
            difference: None,
            why: None,
            test: None,
            notes: Vec::new(),
            resolved: Resolved::default(),
            resolved_of: None,
            snapshot: None,
            head: Tick(0),
            moments: Vec::new(),
            trace: Trace::default(),
            gaps: BTreeMap::new(),
        };
        running.resolve(findings.revision, mission, breakpoints);
        let stops = Arc::new(running.resolved.stops.clone());
        let speed = settings.preview_speed;
        Worker::spawn(make(run), names, speed, stops, orders, sender, context);
        self.worker = Some(running);
    }

    /// A mission, ready to run.
    fn recording(
        &self,
        findings: &Findings,
        mission: &Mission,
    ) -> Option<(Recording, Names, Statements)> {
        let image = findings.image.as_ref()?;
        let statements = statements_of(&findings.source_map);
        let options = Options {
            seed: self.seed,
            mission: played_number(mission),
            pilot: self.pilot,
            trace: TraceLevel::Everything,
            statements: statements.clone(),
            ..Options::default()
        };
        let run = Recording::start(Arc::clone(image), options);
        let names = Names::new(mission).with_image(image);
        Some((run, names, statements))
    }

    /// Ends the run.
    pub fn stop(&mut self) {
        self.worker = None;
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
        if running.compared.0 != revision {
            // An edit that was undone is none.
            running.compared = (revision, running.mission != *mission);
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
        let replays = running.compared.1
            && (stands || running.standing == Standing::Replaying)
            && findings.revision == revision
            && !findings.has_errors();
        if replays {
            self.replay(findings, mission, breakpoints);
        } else if running.resolve(revision, mission, breakpoints) {
            let stops = Arc::new(running.resolved.stops.clone());
            self.tell(Control::Stops(stops));
        }
    }

    /// Runs the open mission to the moment that is looked at, with the same inputs.
    fn replay(&mut self, findings: &Findings, mission: &Arc<Mission>, breakpoints: &Breakpoints) {
        let inputs = self.carried(mission);
        self.run_again(findings, mission, breakpoints, inputs);
    }

    /// Runs a mission to the moment that is looked at, with inputs.
    fn run_again(
        &mut self,
        findings: &Findings,
        mission: &Arc<Mission>,
        breakpoints: &Breakpoints,
        inputs: Vec<TimedInput>,
    ) {
        let Some((run, names, statements)) = self.recording(findings, mission) else {
            return;
        };
        let Some(image) = findings.image.clone() else {
            return;
        };
        let Some(running) = &mut self.worker else {
            return;
        };
        running.image = image;
        running.coverage = Coverage::default();
        running.names = names.clone();
        running.source_map = Arc::clone(&findings.source_map);
        running.mission = Arc::clone(mission);
        running.compared = (findings.revision, false);
        running.statements = statements;
        running.standing = Standing::Replaying;
        running.stop = None;
        running.moments.clear();
        self.traces = self.traces.wrapping_add(1);
        running.resolved_of = None;
        running.resolve(findings.revision, mission, breakpoints);
        let stops = Arc::new(running.resolved.stops.clone());
        self.tell(Control::Replace(Box::new(Replacement {
            run,
            names,
            inputs,
            stops,
        })));
    }

    /// Whether there is a run, playing or standing.
    pub fn has_run(&self) -> bool {
        self.worker.is_some()
    }

    /// Whether a run goes on by itself.
    pub fn is_running(&self) -> bool {
        self.standing() != Standing::Still
    }

    /// What the run is doing.
    pub fn standing(&self) -> Standing {
        self.worker
            .as_ref()
            .map_or(Standing::Still, |it| it.standing)
    }

    /// The moment that is shown; within a tick, where the run stands in one.
    pub fn position(&self) -> Option<Position> {
        let running = self.worker.as_ref()?;
        running.snapshot.is_some().then_some(running.position)
    }

    /// Why the run stands within a tick, if it does.
    pub fn stopped(&self) -> Option<&Stop> {
        self.worker.as_ref()?.stop.as_ref()
    }

    /// Why the run stands where it stands, in a few words.
    pub fn stop_text(&self) -> Option<String> {
        match self.standing() {
            Standing::Replaying => return Some("running again".to_owned()),
            Standing::Searching => return Some("looking back".to_owned()),
            Standing::Still | Standing::Playing | Standing::Stepping => {}
        }
        let stop = self.stopped()?;
        let at = self.stopped_at().map(|(owner, span)| {
            let line = self.mission().and_then(|mission| {
                let text = &mission.body(&owner)?.text;
                Some(text.get(..span.start)?.matches('\n').count() + 1)
            });
            match line {
                Some(line) => format!(" at {}:{line}", owner.id),
                None => format!(" at {}", owner.id),
            }
        });
        let why = match &stop.why {
            Why::Breakpoints(_) => "breakpoint".to_owned(),
            Why::Stepped => "stepped".to_owned(),
            Why::ThreadEnded => "the thread ended".to_owned(),
            Why::Fault(cause) => format!("a thread failed: {cause}"),
            Why::Sought => "stands".to_owned(),
        };
        Some(format!("{why}{}", at.unwrap_or_default()))
    }

    /// Where in the author's text the run stands.
    pub fn stopped_at(&self) -> Option<(AnyId, Range<usize>)> {
        self.place_of(self.stopped()?.script?)
    }

    /// What breakpoints counted and noted.
    pub fn tally(&self) -> Option<&Tally> {
        self.worker.as_ref().map(|it| &it.tally)
    }

    /// The breakpoints as the run has them.
    pub fn resolved(&self) -> Option<&Resolved> {
        self.worker.as_ref().map(|it| &it.resolved)
    }

    /// What came from outside, in order.
    pub fn inputs(&self) -> &[TimedInput] {
        self.worker
            .as_ref()
            .map(|it| it.inputs.as_slice())
            .unwrap_or_default()
    }

    /// Why a trigger did not fire, the last that was asked of.
    pub fn why(&self) -> Option<&Arc<WhyAnswer>> {
        self.worker.as_ref()?.why.as_ref()
    }

    /// Where the run of the edited mission first went another way than the run before.
    pub fn difference(&self) -> Option<&Difference> {
        self.worker.as_ref()?.difference.as_ref()
    }

    /// The mission that runs, which may be older than the open one.
    pub fn mission(&self) -> Option<&Arc<Mission>> {
        self.worker.as_ref().map(|it| &it.mission)
    }

    /// Whether what ran is counted over all runs of the same image.
    pub fn merges_coverage(&self) -> bool {
        self.merge_coverage
    }

    /// What ran, of this run or of all.
    fn ran<'a>(&'a self, running: &'a Running) -> &'a Coverage {
        match self.merge_coverage {
            true => &self.merged.1,
            false => &running.coverage,
        }
    }

    /// The statements of a text, each with whether it ran up to the moment that is shown.
    pub fn covered_in(&self, owner: &AnyId) -> Vec<(Range<usize>, bool)> {
        let Some(running) = &self.worker else {
            return Vec::new();
        };
        let offsets = running.statements.offsets().iter().enumerate();
        offsets
            .filter_map(|(number, offset)| {
                let (routine, mapped) = running.source_map.instruction_at(*offset as usize)?;
                (routine.owner == *owner)
                    .then(|| (mapped.span.clone(), self.ran(running).has(number)))
            })
            .collect()
    }

    /// How many statements ran, text by text, of how many.
    pub fn coverage(&self) -> BTreeMap<AnyId, (usize, usize)> {
        let mut covered: BTreeMap<AnyId, (usize, usize)> = BTreeMap::new();
        let Some(running) = &self.worker else {
            return covered;
        };
        for (number, offset) in running.statements.offsets().iter().enumerate() {
            if let Some(routine) = running.source_map.routine_at(*offset as usize) {
                let entry = covered.entry(routine.owner.clone()).or_default();
                entry.0 += usize::from(self.ran(running).has(number));
                entry.1 += 1;
            }
        }
        covered
    }

    /// The first instruction of the statement at or behind a place of a text.
    fn statement_at(&self, place: &Place) -> Option<u32> {
        let running = self.worker.as_ref()?;
        let (owner, span) = (place.record.as_ref()?, place.span.as_ref()?);
        let statement = running.source_map.statement_from(owner, span.start)?;
        u32::try_from(statement.bytes.start).ok()
    }

    /// The last moment that the worker showed.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.worker.as_ref()?.snapshot.as_ref()
    }

    /// The moment that the run has come to; the one that is shown may be earlier.
    pub fn head(&self) -> Tick {
        self.worker.as_ref().map_or(Tick(0), |it| it.head)
    }

    /// What happened, first to last.
    pub fn moments(&self) -> &[Moment] {
        self.worker
            .as_ref()
            .map(|it| it.moments.as_slice())
            .unwrap_or_default()
    }

    /// Everything that happened up to the head, first to last; the moment that is shown may be
    /// earlier.
    pub fn trace(&self) -> Option<&Trace> {
        self.worker.as_ref().map(|it| &it.trace)
    }

    /// The records by their numbers in the image that runs.
    pub fn names(&self) -> Option<&Names> {
        self.worker.as_ref().map(|it| &it.names)
    }

    /// What the mission asked for and the simulation does not do.
    pub fn gaps(&self) -> impl Iterator<Item = (&str, &Gap)> {
        self.worker
            .iter()
            .flat_map(|it| it.gaps.iter())
            .map(|(name, gap)| (name.as_str(), gap))
    }

    /// Whether the open mission is no longer the one that runs.
    pub fn is_outdated(&self) -> bool {
        self.worker.as_ref().is_some_and(|it| it.compared.1)
    }

    /// Who stands in for the player.
    pub fn pilot(&self) -> StandInPilot {
        self.pilot
    }

    /// What the next start takes for chance.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The record behind the ship in a slot.
    pub fn ship_in(&self, slot: u16) -> Option<AnyId> {
        self.worker.as_ref()?.names.ship(slot)
    }

    /// The number of a ship in the image that runs.
    pub fn ship_number(&self, ship: &AnyId) -> Option<u16> {
        self.worker.as_ref()?.names.ship_number(ship)
    }

    /// The number of a routine among the parts of the image that runs.
    pub fn part_number(&self, routine: &AnyId) -> Option<u16> {
        self.worker.as_ref()?.names.part_number(routine)
    }

    /// The record behind a global's number.
    pub fn global(&self, index: u8) -> Option<AnyId> {
        self.worker.as_ref()?.names.global(index)
    }

    /// The record behind a part's number.
    pub fn part(&self, index: i64) -> Option<AnyId> {
        self.worker.as_ref()?.names.part(index)
    }

    /// The place in the author's text of an instruction.
    pub fn place_of(&self, script: u32) -> Option<(AnyId, Range<usize>)> {
        let map = &self.worker.as_ref()?.source_map;
        let (routine, mapped) = map.instruction_at(usize::try_from(script).ok()?)?;
        Some((routine.owner.clone(), mapped.span.clone()))
    }

    /// Where threads are in a routine's text.
    pub fn running_in(&self, owner: &AnyId) -> Vec<Range<usize>> {
        let Some(snapshot) = self.snapshot() else {
            return Vec::new();
        };
        snapshot
            .threads
            .iter()
            .flat_map(|thread| {
                thread
                    .calls
                    .iter()
                    .map(|call| call.script)
                    .chain([thread.script])
            })
            .filter_map(|script| self.place_of(script))
            .filter(|(routine, _)| routine == owner)
            .map(|(_, span)| span)
            .collect()
    }
}

impl Running {
    /// Takes what the worker has told, and says whether the past is another now.
    fn take_reports(&mut self) -> bool {
        let mut rewritten = false;
        for report in self.reports.try_iter() {
            if let Some(cut) = report.cut {
                rewritten = true;
                self.moments.retain(|moment| moment.tick <= cut);
            }
            self.moments.extend(report.moments);
            self.head = report.head;
            self.position = report.position;
            self.stop = report.stop;
            self.trace = report.trace;
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
            self.test = report.test.or(self.test.take());
            self.notes.extend(report.notes);
        }
        rewritten
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

/// A line of the author's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The routine, or the trigger whose text it is.
    pub owner: AnyId,
    /// Bytes of the statement in the text.
    pub span: Range<usize>,
    /// Its number, from 1.
    pub number: usize,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.owner.id, self.number)
    }
}

impl Preview {
    /// Which trace there is; another number is another past, of another run or after an input in
    /// the middle of this one.
    pub fn trace_number(&self) -> u64 {
        self.traces
    }

    /// The line of the author's text that an instruction came from; `None` for the return that stands
    /// behind the last.
    pub fn line_of(&self, script: u32) -> Option<Line> {
        let (owner, span) = self.place_of(script)?;
        let text = &self.mission()?.body(&owner)?.text;
        if span.start >= text.trim_end().len() {
            return None;
        }
        let before = text.as_bytes().get(..span.start).unwrap_or_default();
        let number = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Some(Line {
            owner,
            span,
            number,
        })
    }

    /// The routine, or the trigger, whose block an instruction lies in.
    pub fn owner_of(&self, script: u32) -> Option<AnyId> {
        let map = &self.worker.as_ref()?.source_map;
        let routine = map.routine_at(usize::try_from(script).ok()?)?;
        Some(routine.owner.clone())
    }

    /// The instructions of a routine, or of a trigger's own text, in bytes from the start of the
    /// script.
    pub fn script_of(&self, owner: &AnyId) -> Option<Range<u32>> {
        let extent = self.worker.as_ref()?.source_map.extent_of(owner)?;
        Some(u32::try_from(extent.start).ok()?..u32::try_from(extent.end).ok()?)
    }
}

/// What came of a test, in lines, and whether each is good news.
fn verdict_notes(verdict: &Verdict) -> Vec<(bool, String)> {
    let failed = verdict.checks.iter().filter_map(|check| {
        let failure = check.failure.as_ref()?;
        let at = time_text(failure.tick);
        let line = check.position.map(|it| format!("line {}: ", it.line));
        let line = line.unwrap_or_default();
        let (what, instead) = (&check.what, &failure.instead);
        Some((false, format!("{line}{what}: at {at}, {instead}")))
    });
    let mut notes: Vec<_> = failed.collect();
    if notes.is_empty() {
        let text = format!("The test passes; it ends at {}", time_text(verdict.ended));
        notes.push((true, text));
    }
    notes
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
