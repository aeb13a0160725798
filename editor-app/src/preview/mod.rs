//! The run of the mission beside the window.
//!
//! A worker owns the simulation and runs the bytes that an export would write; the window sees
//! snapshots and the story so far. The document is never touched.

pub mod about;
pub mod by_hand;
pub mod chronicle;
mod names;
pub mod places;
pub mod stand;
mod story;
pub mod values;
pub mod words;
mod worker;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui::Context;
use model::compile::SourceMap;
use model::{AnyId, Mission};
use runtime::{Gap, Input, Options, Simulation, Snapshot, StandInPilot, Tick, Trace, TraceLevel};

use crate::analysis::Findings;
use crate::settings::Settings;

pub use names::Names;
pub use story::{Moment, Track, ending_text, story_of, time_text};
use worker::{Control, Report, Worker};

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
        matches!(self, Self::Toggle | Self::Restart | Self::StepSecond)
    }
}

/// The run as the window sees it.
pub struct Preview {
    worker: Option<Running>,
    playing: bool,
    pilot: StandInPilot,
    seed: u32,
    /// Counts the traces: a run's start, and each time that its past was rewritten.
    traces: u64,
}

/// A run that was started.
struct Running {
    control: Sender<Control>,
    reports: Receiver<Report>,
    names: Names,
    source_map: Arc<SourceMap>,
    /// The mission that it runs.
    mission: Arc<Mission>,
    /// The revision that was last compared with it, and whether that is another mission.
    compared: (u64, bool),
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
            playing: false,
            pilot: StandInPilot::FollowNavPoints,
            seed: 1,
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
    ) {
        match action {
            PreviewAction::Toggle => {
                if self.worker.is_none() {
                    self.start(context, findings, mission, settings);
                }
                self.playing = !self.playing;
                self.tell(Control::Play(self.playing));
            }
            PreviewAction::Restart => {
                self.start(context, findings, mission, settings);
                self.playing = true;
                self.tell(Control::Play(true));
            }
            PreviewAction::Stop => self.stop(),
            PreviewAction::StepSecond => {
                if self.worker.is_none() {
                    self.start(context, findings, mission, settings);
                }
                self.playing = false;
                self.tell(Control::Play(false));
                self.tell(Control::Advance(runtime::TICKS_PER_SECOND));
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

    fn seek(&mut self, tick: Tick) {
        self.playing = false;
        self.tell(Control::Play(false));
        self.tell(Control::Seek(tick));
    }

    fn tell(&self, control: Control) {
        if let Some(running) = &self.worker {
            // A worker that is gone has nothing left to do.
            let _ = running.control.send(control);
        }
    }

    fn start(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
    ) {
        self.stop();
        let Some(image) = &findings.image else { return };
        let options = Options {
            seed: self.seed,
            mission: played_number(mission),
            pilot: self.pilot,
            trace: TraceLevel::Everything,
            ..Options::default()
        };
        let simulation = Simulation::new(Arc::clone(image), options);
        let (control, orders) = channel();
        let (sender, reports) = channel();
        let names = Names::new(mission).with_image(image);
        self.traces = self.traces.wrapping_add(1);
        Worker::spawn(
            simulation,
            names.clone(),
            settings.preview_speed,
            orders,
            sender,
            context,
        );
        self.worker = Some(Running {
            control,
            reports,
            names,
            source_map: Arc::clone(&findings.source_map),
            mission: Arc::clone(mission),
            compared: (findings.revision, false),
            snapshot: None,
            head: Tick(0),
            moments: Vec::new(),
            trace: Trace::default(),
            gaps: BTreeMap::new(),
        });
    }

    /// Ends the run.
    pub fn stop(&mut self) {
        self.playing = false;
        self.worker = None;
    }

    /// Takes what the worker has told since the last frame, and looks whether the mission that runs
    /// is still the one that is open.
    pub fn update(&mut self, revision: u64, mission: &Arc<Mission>) {
        let Some(running) = &mut self.worker else {
            return;
        };
        if running.compared.0 != revision {
            // An edit that was undone is none.
            running.compared = (revision, running.mission != *mission);
        }
        for report in running.reports.try_iter() {
            if let Some(cut) = report.cut {
                self.traces = self.traces.wrapping_add(1);
                running.moments.retain(|moment| moment.tick <= cut);
            }
            running.moments.extend(report.moments);
            running.head = report.head;
            running.trace = report.trace;
            running.snapshot = Some(report.snapshot);
            running.gaps = report.gaps;
            if report.stopped {
                self.playing = false;
            }
        }
    }

    /// Whether there is a run, playing or standing.
    pub fn has_run(&self) -> bool {
        self.worker.is_some()
    }

    /// Whether a run plays.
    pub fn is_running(&self) -> bool {
        self.playing && self.has_run()
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

    /// The mission that runs, as it was when the run started.
    pub fn mission(&self) -> Option<&Arc<Mission>> {
        self.worker.as_ref().map(|it| &it.mission)
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

/// The number that a mission is played as: its own, else that of the first.
pub fn played_number(mission: &Mission) -> u16 {
    mission.number.unwrap_or(1)
}
