//! An expectation that is followed through a run.

use runtime::{Simulation, Tick};

use crate::preview::Names;

use super::When;
use super::watch::Watch;

/// An expectation and how it stands.
#[derive(Debug, Clone)]
pub(super) struct Promise {
    when: When,
    /// What must be true of a moment for it to be looked at.
    guard: Option<Watch>,
    watch: Watch,
    state: State,
}

/// How an expectation stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// Nothing is decided; `seen` says whether a moment was looked at.
    Open {
        seen: bool,
    },
    Kept,
    Broken(Breach),
}

/// Where an expectation failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Breach {
    /// When it was certain.
    pub(super) tick: Tick,
    /// What was the case instead.
    pub(super) instead: String,
    /// The instruction that brought it about, where that is known.
    pub(super) script: Option<u32>,
}

impl Promise {
    /// An expectation of a run that has not begun.
    pub(super) fn new(when: When, guard: Option<Watch>, watch: Watch) -> Self {
        Self {
            when,
            guard,
            watch,
            state: State::Open { seen: false },
        }
    }

    /// Whether nothing is decided yet.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.state, State::Open { .. })
    }

    /// Looks at the moment that a run has come to; each is shown, in order.
    pub(super) fn look(&mut self, run: &Simulation, names: &Names) {
        if !self.is_open() {
            return;
        }
        self.watch.see(run);
        if let Some(guard) = &mut self.guard {
            guard.see(run);
            if !guard.holds(run) {
                return;
            }
        }
        let now = run.now();
        match self.when {
            When::By(until) => self.look_for(run, names, Some(until)),
            When::Between(window) if window.holds(now) => self.look_for(run, names, window.until),
            When::At(tick) if now == tick => self.settle(run, names),
            When::Never(window) if window.holds(now) => {
                self.state = State::Open { seen: true };
                if self.watch.holds(run) {
                    self.fail(run, names);
                }
            }
            When::Always(window) if window.holds(now) => {
                self.state = State::Open { seen: true };
                if !self.watch.holds(run) {
                    self.fail(run, names);
                }
            }
            _ => {}
        }
    }

    /// Looks for what is to come true up to a moment.
    fn look_for(&mut self, run: &Simulation, names: &Names, until: Option<Tick>) {
        self.state = State::Open { seen: true };
        if self.watch.holds(run) {
            self.state = State::Kept;
        } else if until.is_some_and(|until| run.now() >= until) {
            self.fail(run, names);
        }
    }

    /// Decides by the moment that a run has come to.
    fn settle(&mut self, run: &Simulation, names: &Names) {
        match self.watch.holds(run) {
            true => self.state = State::Kept,
            false => self.fail(run, names),
        }
    }

    fn fail(&mut self, run: &Simulation, names: &Names) {
        let instead = self.watch.told(run, names);
        self.break_with(run, instead);
    }

    fn break_with(&mut self, run: &Simulation, instead: String) {
        self.state = State::Broken(Breach {
            tick: run.now(),
            instead,
            script: self.watch.script(run),
        });
    }

    /// Decides what the run's end leaves open, and gives how it failed, if it did.
    pub(super) fn end(mut self, run: &Simulation, names: &Names) -> Option<Breach> {
        if let State::Open { seen } = self.state {
            match self.when {
                When::AtEnd | When::At(_) => self.settle(run, names),
                When::Never(_) | When::Always(_) if seen => self.state = State::Kept,
                When::Never(_) if self.guard.is_none() => self.state = State::Kept,
                When::Never(window) | When::Always(window) if run.now() >= window.from => {
                    let instead = "its `if` never came true, so nothing was tested";
                    self.break_with(run, instead.to_owned());
                }
                When::Between(_) | When::Never(_) | When::Always(_) if !seen => {
                    let begins = self.when.from();
                    let instead = format!("the run ended before {begins}, where the look begins");
                    self.break_with(run, instead);
                }
                When::By(_) | When::Between(_) | When::Never(_) | When::Always(_) => {
                    self.fail(run, names);
                }
            }
        }
        match self.state {
            State::Broken(breach) => Some(breach),
            _ => None,
        }
    }
}
