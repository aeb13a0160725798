//! The thread that runs the simulation.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use runtime::debug::{At, Coverage, Position, Step, Stop, Stops, Tally};
use runtime::{Gap, Recording, Snapshot, TICKS_PER_SECOND, Tick, TimedInput, Trace};

use model::AnyId;

use crate::mission_test::MissionTest;

use super::control::{BackTo, Control, Replacement, StepBy};
use super::difference::{Difference, first_difference};
use super::{Moment, Names, WhyLine, story_of, why_lines};

/// How often the window is told what happened, at most.
const REPORT_EVERY: Duration = Duration::from_millis(33);
/// Ticks between two looks at the clock and at what the window wants.
const SLICE: u32 = 20;
/// The furthest that a run catches up after it was held up, so that it does not leap.
const MOST_BEHIND: Duration = Duration::from_millis(250);

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

pub(super) struct Worker {
    run: Recording,
    names: Names,
    speed: f32,
    standing: Standing,
    stops: Arc<Stops>,
    step: Option<Step>,
    replay: Option<Replay>,
    /// What was asked for during a replay, to be done once it is.
    waiting: Vec<Control>,
    difference: Option<Difference>,
    why: Option<Arc<WhyAnswer>>,
    obeyed: u64,
    test: Option<(PathBuf, Result<MissionTest, String>)>,
    notes: Vec<(bool, String)>,
    cut: Option<Tick>,
    /// Ticks that time has brought and that have not run yet.
    due: f64,
    /// What the window has been told of.
    told: Trace,
    reports: Sender<Report>,
    context: Context,
}

/// The way back to where a run was before its mission was edited.
struct Replay {
    until: Position,
    /// What ran before, to be compared.
    before: Trace,
    names: Names,
}

impl Worker {
    /// Starts the thread. It ends when the window drops its end of either channel.
    pub(super) fn spawn(
        make: impl FnOnce() -> (Recording, Vec<(bool, String)>) + Send + 'static,
        names: Names,
        speed: f32,
        stops: Arc<Stops>,
        orders: Receiver<Control>,
        reports: Sender<Report>,
        context: &Context,
    ) {
        let context = context.clone();
        thread::spawn(move || {
            let (run, notes) = make();
            let mut worker = Self {
                run,
                names,
                speed,
                standing: Standing::Still,
                stops,
                step: None,
                replay: None,
                waiting: Vec::new(),
                difference: None,
                why: None,
                obeyed: 0,
                test: None,
                notes,
                cut: None,
                due: 0.0,
                told: Trace::default(),
                reports,
                context,
            };
            // What came of making it is told at once.
            if worker.notes.is_empty() || worker.report().is_some() {
                worker.work(&orders);
            }
        });
    }

    fn work(mut self, orders: &Receiver<Control>) {
        let mut last = Instant::now();
        let mut reported = Instant::now();
        loop {
            // A run that stands waits for an order and nothing else.
            let wait = match self.standing {
                Standing::Still => Duration::from_secs(3600),
                Standing::Playing => Duration::from_millis(2),
                Standing::Stepping | Standing::Replaying | Standing::Searching => Duration::ZERO,
            };
            match orders.recv_timeout(wait) {
                Ok(order) => {
                    self.obey_all(std::iter::once(order).chain(orders.try_iter()));
                    if self.standing == Standing::Still && self.report().is_none() {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = Instant::now();
            if self.standing != Standing::Still {
                self.go_on(now, now.duration_since(last).min(MOST_BEHIND));
                if self.standing == Standing::Still || reported.elapsed() >= REPORT_EVERY {
                    if self.report().is_none() {
                        return;
                    }
                    reported = Instant::now();
                }
            }
            last = now;
        }
    }

    /// Runs on, as far as there is time before the next report.
    fn go_on(&mut self, begun: Instant, passed: Duration) {
        match self.standing {
            // A search is done before anything else is.
            Standing::Still | Standing::Searching => {}
            Standing::Playing => {
                let pace = f64::from(self.speed) * f64::from(TICKS_PER_SECOND);
                self.due += passed.as_secs_f64() * pace;
                self.catch_up(begun);
            }
            Standing::Stepping => {
                while self.standing == Standing::Stepping && begun.elapsed() < REPORT_EVERY {
                    self.run_on(SLICE);
                    if self.step.is_none() {
                        self.standing = Standing::Still;
                    }
                }
            }
            Standing::Replaying => {
                while self.standing == Standing::Replaying && begun.elapsed() < REPORT_EVERY {
                    self.replay_on();
                }
                if self.replay.is_none() {
                    let waiting = std::mem::take(&mut self.waiting);
                    self.carry_out(waiting.into_iter());
                }
            }
        }
        if self.run.current().is_over() && self.standing != Standing::Replaying {
            self.standing = Standing::Still;
            self.step = None;
        }
    }

    /// Runs the ticks that are due.
    fn catch_up(&mut self, begun: Instant) {
        while self.standing == Standing::Playing
            && self.due >= 1.0
            && begun.elapsed() < REPORT_EVERY
            && !self.run.current().is_over()
        {
            let ticks = (self.due as u32).min(SLICE);
            self.run_on(ticks);
            self.due -= f64::from(ticks);
        }
        if begun.elapsed() >= REPORT_EVERY {
            // The machine is slower than the pace that was asked for; it runs as fast as it can.
            self.due = self.due.min(f64::from(SLICE));
        }
    }

    /// Runs so many ticks, or to the next stop, where it stands.
    fn run_on(&mut self, ticks: u32) {
        let (stop, step) = self.run.run(ticks, &self.stops, self.step.take());
        if stop.is_some() {
            self.standing = Standing::Still;
        }
        self.step = step;
    }

    fn replay_on(&mut self) {
        let Some(replay) = &self.replay else {
            self.standing = Standing::Still;
            return;
        };
        let until = replay.until;
        if self.run.head().now() < until.tick && !self.run.head().is_over() {
            // What breakpoints count and note is told anew; they stop nothing on the way.
            let ticks = SLICE.min(until.tick.since(self.run.head().now()));
            self.run.count(ticks, &self.stops);
            return;
        }
        // A first tick that has not run yet runs now.
        if self.run.head().trace().is_empty() {
            self.run.count(1, &self.stops);
        }
        self.run.seek_to(until);
        if let Some(replay) = self.replay.take() {
            let before = (&replay.before, &replay.names);
            let now = (self.run.current().trace(), &self.names);
            self.difference = first_difference(before, now, until.tick);
        }
        self.standing = Standing::Still;
    }

    /// Takes orders. During a replay those that need the run wait for its end.
    fn obey_all(&mut self, orders: impl Iterator<Item = Control>) {
        let orders: Vec<Control> = orders.collect();
        self.obeyed += orders.len() as u64;
        self.carry_out(orders.into_iter());
    }

    /// Obeys orders in turn; of several moments to look at, one after another, only the last counts.
    fn carry_out(&mut self, orders: impl Iterator<Item = Control>) {
        let mut sought = None;
        for order in orders {
            if self.replay.is_some() && order.needs_the_run() {
                self.waiting.push(order);
                continue;
            }
            match order {
                Control::Seek(tick) => sought = Some(tick),
                Control::Play(false) => self.obey(order),
                order => {
                    if let Some(tick) = sought.take() {
                        self.run.seek(tick);
                    }
                    self.obey(order);
                }
            }
        }
        if let Some(tick) = sought {
            self.run.seek(tick);
        }
    }

    fn obey(&mut self, order: Control) {
        match order {
            Control::Play(playing) => {
                let may = playing && !self.run.current().is_over();
                self.standing = match may {
                    true => Standing::Playing,
                    false => Standing::Still,
                };
                self.step = None;
                self.due = 0.0;
            }
            Control::Speed(speed) => self.speed = speed.clamp(0.0, super::FASTEST),
            Control::Advance(ticks) => {
                // The start is a tick of its own.
                let start = u32::from(self.run.head().trace().is_empty());
                self.run_on(ticks.saturating_add(start));
            }
            Control::Seek(tick) => self.run.seek(tick),
            Control::SeekTo(position) => self.run.seek_to(position),
            Control::Input(input) => {
                let within = self.run.stop().is_some();
                let cut = self.run.input(input);
                // What the tick that it stands in had told may go another way as well.
                let cut = cut.or_else(|| within.then(|| self.run.head().now()));
                if cut.is_some() {
                    self.cut = cut;
                    self.told = self.run.head().trace().clone();
                    // It told of what is another run now.
                    self.why = None;
                }
            }
            Control::Stops(stops) => self.stops = stops,
            Control::ForgetHits(breakpoint) => self.run.forget_hits(breakpoint),
            Control::Rename(renames) => {
                self.names = self.names.renamed(&renames);
                if let Some(replay) = &mut self.replay {
                    replay.names = replay.names.renamed(&renames);
                }
            }
            Control::Step(step) => {
                self.step = Some(self.step_of(step));
                self.standing = Standing::Stepping;
            }
            Control::Back(back) => {
                self.standing = Standing::Still;
                self.back(back);
            }
            Control::MakeTest(path, mission) => {
                // What was handed in and has not come yet is part of the test as well.
                let mut head = self.run.head().clone();
                while !head.waiting_inputs().is_empty() && !head.is_over() {
                    head.tick();
                }
                if !head.waiting_inputs().is_empty() {
                    let text = "The mission is over before all of the inputs come; those are not in \
                                the test";
                    self.notes.push((false, text.to_owned()));
                }
                let test = MissionTest::from_run(&head, &mission, &self.names);
                self.test = Some((path, test.map_err(|error| error.to_string())));
            }
            Control::WhyNot {
                record,
                trigger,
                from,
            } => {
                let until = self.run.position();
                let why = self.run.why_not(trigger, from, until);
                self.why = Some(Arc::new(WhyAnswer {
                    trigger: record,
                    from,
                    until,
                    lines: why_lines(&why, &self.names),
                }));
            }
            Control::Replace(replacement) => self.replace(*replacement),
        }
    }

    /// A step from where the run stands.
    fn step_of(&self, step: StepBy) -> Step {
        let thread = self.run.stop().and_then(|stop| stop.thread);
        let depth = thread.and_then(|thread| self.run.current().thread_depth(thread));
        match (step, thread.zip(depth)) {
            (StepBy::Over, Some((thread, depth))) => Step::Over { thread, depth },
            (StepBy::Out, Some((thread, depth))) => Step::Out { thread, depth },
            (StepBy::To(script), _) => Step::To { script },
            (StepBy::Event, _) => Step::Next {
                at: At::Event {
                    condition: None,
                    object: None,
                },
            },
            (StepBy::Into, Some((thread, _))) => Step::Into {
                thread: Some(thread),
            },
            // Where no thread runs, the next one that does.
            (StepBy::Into | StepBy::Over | StepBy::Out, None) => Step::Into { thread: None },
        }
    }

    fn back(&mut self, back: BackTo) {
        match back {
            BackTo::Statement => {
                self.run.back_to_statement();
            }
            BackTo::Event => {
                self.run.back_to(At::Event {
                    condition: None,
                    object: None,
                });
            }
            BackTo::Stop => {
                self.run.back_to_stop(&self.stops);
            }
            BackTo::At(at) => {
                self.run.back_to(at);
            }
        }
    }

    /// Puts another mission in the place of the one that ran.
    fn replace(&mut self, replacement: Replacement) {
        let Replacement {
            mut run,
            names,
            inputs,
            stops,
        } = replacement;
        for input in inputs {
            run.input_at(input);
        }
        // An edit during a replay goes to where the run was before the first.
        let replay = self.replay.take().unwrap_or_else(|| Replay {
            until: self.run.position(),
            before: self.run.current().trace().clone(),
            names: self.names.clone(),
        });
        self.replay = Some(replay);
        self.drop_waiting();
        self.run = run;
        self.names = names;
        self.stops = stops;
        self.step = None;
        self.difference = None;
        self.why = None;
        self.standing = Standing::Replaying;
        // Everything is told anew.
        self.told = Trace::default();
        self.cut = None;
    }

    /// What waits and goes by numbers of the mission before means nothing in this one.
    fn drop_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        for order in waiting {
            match order.lost_with_an_edit() {
                None => self.waiting.push(order),
                Some(what) => {
                    let text = format!("{what}: not done, as the mission was edited first");
                    self.notes.push((false, text));
                }
            }
        }
    }

    /// Tells the window; `None` once it is gone.
    fn report(&mut self) -> Option<()> {
        let head = self.run.head();
        // A tick that the run stands in has told something that its head knows nothing of.
        let longest = [head.trace(), self.run.current().trace()]
            .into_iter()
            .max_by_key(|trace| trace.len());
        let mut moments = Vec::new();
        if let Some(trace) = longest.filter(|it| it.len() > self.told.len()) {
            let new = trace.since(self.told.len());
            moments.extend(new.filter_map(|entry| story_of(entry, &self.names)));
            self.told = trace.clone();
        }
        let gaps = head
            .gaps()
            .iter()
            .map(|(name, gap)| (name.to_owned(), gap.clone()))
            .collect();
        let current = self.run.current();
        self.reports
            .send(Report {
                snapshot: Arc::new(current.snapshot()),
                position: self.run.position(),
                stop: self.run.stop().cloned(),
                head: head.now(),
                cut: self.cut.take(),
                moments,
                trace: self.told.clone(),
                told: current.trace().len(),
                gaps,
                coverage: current.coverage().clone(),
                tally: self.run.tally().clone(),
                // What is to come in the tick that the run stands in counts as well.
                inputs: [head.inputs(), head.waiting_inputs()].concat(),
                standing: self.standing,
                obeyed: self.obeyed,
                test: self.test.take(),
                notes: std::mem::take(&mut self.notes),
                why: self.why.clone(),
                difference: self.difference.clone(),
            })
            .ok()?;
        self.context.request_repaint();
        Some(())
    }
}
