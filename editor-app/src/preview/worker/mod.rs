//! The thread that runs the simulation.

mod orders;
mod replay;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use runtime::debug::{Step, Stops};
use runtime::{Recording, TICKS_PER_SECOND, Tick, Trace};

use crate::mission_test::MissionTest;

use super::control::Control;
use super::difference::Difference;
use super::report::{Report, Standing, WhyAnswer};
use super::{Names, story_of};

use replay::Replay;

/// How often the window is told what happened, at most.
const REPORT_EVERY: Duration = Duration::from_millis(33);
/// Ticks between two looks at the clock and at what the window wants.
const SLICE: u32 = 20;
/// No tick.
pub(super) const NOT_LOOKED: u32 = u32::MAX;
/// The furthest that a run catches up after it was held up, so that it does not leap.
const MOST_BEHIND: Duration = Duration::from_millis(250);

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
    /// Orders that came during a search.
    came: VecDeque<Control>,
    ends: Ends,
    context: Context,
}

/// The worker's ends of what it shares with the window.
pub(super) struct Ends {
    pub(super) orders: Receiver<Control>,
    pub(super) reports: Sender<Report>,
    /// The tick that a search has come back to; [`NOT_LOOKED`] while there is none.
    pub(super) looked: Arc<AtomicU32>,
}

impl Worker {
    /// Starts the thread. It ends when the window drops its end of either channel.
    pub(super) fn spawn(
        make: impl FnOnce() -> (Recording, Vec<(bool, String)>) + Send + 'static,
        names: Names,
        speed: f32,
        stops: Arc<Stops>,
        ends: Ends,
        context: &Context,
    ) {
        let context = context.clone();
        thread::spawn(move || {
            let (run, notes) = make();
            let mut worker = Self::new(run, names, speed, stops, ends, context);
            worker.notes = notes;
            // What came of making it is told at once.
            if worker.notes.is_empty() || worker.report().is_some() {
                worker.work();
            }
        });
    }

    fn new(
        run: Recording,
        names: Names,
        speed: f32,
        stops: Arc<Stops>,
        ends: Ends,
        context: Context,
    ) -> Self {
        Self {
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
            notes: Vec::new(),
            cut: None,
            due: 0.0,
            told: Trace::default(),
            came: VecDeque::new(),
            ends,
            context,
        }
    }

    fn work(mut self) {
        let mut last = Instant::now();
        let mut reported = Instant::now();
        loop {
            // A run that stands waits for an order and nothing else.
            let wait = match self.standing {
                Standing::Still => Duration::from_secs(3600),
                Standing::Playing => Duration::from_millis(2),
                Standing::Stepping | Standing::Replaying | Standing::Searching => Duration::ZERO,
            };
            let order = match self.came.pop_front() {
                Some(order) => Ok(order),
                None => self.ends.orders.recv_timeout(wait),
            };
            match order {
                Ok(order) => {
                    let mut all = vec![order];
                    all.extend(self.came.drain(..));
                    all.extend(self.ends.orders.try_iter());
                    self.obey_all(all);
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
                    self.carry_out(waiting);
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
        self.ends
            .reports
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
