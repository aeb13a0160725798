//! The thread that runs the simulation.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use runtime::{Gap, Input, Recording, Simulation, Snapshot, TICKS_PER_SECOND, Tick, Trace};

use super::{Moment, Names, story_of};

/// How often the window is told what happened, at most.
const REPORT_EVERY: Duration = Duration::from_millis(33);
/// Ticks between two looks at the clock and at what the window wants.
const SLICE: u32 = 20;
/// The furthest that a run catches up after it was held up, so that it does not leap.
const MOST_BEHIND: Duration = Duration::from_millis(250);

/// What the window wants of the run.
pub(super) enum Control {
    Play(bool),
    Speed(f32),
    Advance(u32),
    /// Looks at another moment of the run.
    Seek(Tick),
    Input(Input),
}

/// What the run tells the window.
pub(super) struct Report {
    pub(super) snapshot: Arc<Snapshot>,
    /// The moment that the run has come to.
    pub(super) head: Tick,
    /// The moment behind which what was told before did not happen.
    pub(super) cut: Option<Tick>,
    pub(super) moments: Vec<Moment>,
    /// Everything that happened up to the head.
    pub(super) trace: Trace,
    pub(super) gaps: BTreeMap<String, Gap>,
    /// Whether the run stopped by itself.
    pub(super) stopped: bool,
}

pub(super) struct Worker {
    run: Recording,
    names: Names,
    speed: f32,
    playing: bool,
    cut: Option<Tick>,
    /// Ticks that time has brought and that have not run yet.
    due: f64,
    told: usize,
    reports: Sender<Report>,
    context: Context,
}

impl Worker {
    /// Starts the thread. It ends when the window drops its end of either channel.
    pub(super) fn spawn(
        simulation: Simulation,
        names: Names,
        speed: f32,
        orders: Receiver<Control>,
        reports: Sender<Report>,
        context: &Context,
    ) {
        let worker = Self {
            run: Recording::new(simulation),
            names,
            speed,
            playing: false,
            cut: None,
            due: 0.0,
            told: 0,
            reports,
            context: context.clone(),
        };
        thread::spawn(move || worker.work(&orders));
    }

    fn work(mut self, orders: &Receiver<Control>) {
        let mut last = Instant::now();
        let mut reported = Instant::now();
        if self.report(false).is_none() {
            return;
        }
        loop {
            // A run that stands waits for an order and nothing else.
            let wait = if self.playing {
                Duration::from_millis(2)
            } else {
                Duration::from_secs(3600)
            };
            match orders.recv_timeout(wait) {
                Ok(order) => {
                    self.obey_all(std::iter::once(order).chain(orders.try_iter()));
                    if !self.playing && self.report(false).is_none() {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = Instant::now();
            if self.playing {
                let passed = now.duration_since(last).min(MOST_BEHIND);
                let pace = f64::from(self.speed) * f64::from(TICKS_PER_SECOND);
                self.due += passed.as_secs_f64() * pace;
                self.catch_up(now);
                let over = self.run.current().is_over();
                if over || reported.elapsed() >= REPORT_EVERY {
                    self.playing &= !over;
                    if self.report(over).is_none() {
                        return;
                    }
                    reported = Instant::now();
                }
            }
            last = now;
        }
    }

    /// Runs the ticks that are due, as far as there is time before the next report.
    fn catch_up(&mut self, begun: Instant) {
        while self.due >= 1.0 && begun.elapsed() < REPORT_EVERY && !self.run.current().is_over() {
            let ticks = (self.due as u32).min(SLICE);
            self.run.advance(ticks);
            self.due -= f64::from(ticks);
        }
        if begun.elapsed() >= REPORT_EVERY {
            // The machine is slower than the pace that was asked for; it runs as fast as it can.
            self.due = self.due.min(f64::from(SLICE));
        }
    }

    /// Obeys orders in turn; of several moments to look at, one after another, only the last counts.
    fn obey_all(&mut self, orders: impl Iterator<Item = Control>) {
        let mut sought = None;
        for order in orders {
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
                self.playing = playing && !self.run.current().is_over();
                self.due = 0.0;
            }
            Control::Speed(speed) => self.speed = speed.clamp(0.0, super::FASTEST),
            Control::Advance(ticks) => self.run.advance(ticks),
            Control::Seek(tick) => self.run.seek(tick),
            Control::Input(input) => {
                if let Some(cut) = self.run.input(input) {
                    self.cut = Some(cut);
                    self.told = self.run.head().trace().len();
                }
            }
        }
    }

    /// Tells the window; `None` once it is gone.
    fn report(&mut self, stopped: bool) -> Option<()> {
        let head = self.run.head();
        let trace = head.trace();
        let moments: Vec<Moment> = trace
            .since(self.told)
            .filter_map(|entry| story_of(entry, &self.names))
            .collect();
        self.told = trace.len();
        let trace = trace.clone();
        let gaps = head
            .gaps()
            .iter()
            .map(|(name, gap)| (name.to_owned(), gap.clone()))
            .collect();
        let snapshot = Arc::new(self.run.current().snapshot());
        self.reports
            .send(Report {
                snapshot,
                head: head.now(),
                cut: self.cut.take(),
                moments,
                trace,
                gaps,
                stopped,
            })
            .ok()?;
        self.context.request_repaint();
        Some(())
    }
}
