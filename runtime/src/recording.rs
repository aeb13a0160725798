//! A run that is kept, so that any moment of it can be looked at again.

mod back;
mod count;

use std::sync::Arc;

use formats::Image;

use crate::clock::Tick;
use crate::debug::probe::Probe;
use crate::debug::stops::{Position, Step, Stop, Stops};
use crate::debug::tally::Tally;
use crate::input::{Input, TimedInput};
use crate::options::Options;
use crate::simulation::Simulation;

pub use back::Back;

/// Ticks between two kept copies, at first.
const SPACING: u32 = 250;
/// Copies that are kept at most; with more, every second one goes and the others stand farther apart.
const MOST_KEPT: usize = 512;
/// Ticks that are run at most before a copy is taken anew, where the run may stand still in one.
const STRETCH: u32 = 16;

/// A run with copies of it at regular moments.
///
/// Its head is the moment that it has come to; [`Self::seek`] looks at an earlier one, from which the
/// run goes on as it did, inputs included, until it comes to the head again. An input that is handed
/// in at an earlier moment makes another future, so the old one is forgotten.
///
/// It can stand still within a tick, at a breakpoint or a step. What [`Self::current`] gives then is
/// the state at that point; the run goes on from there with [`Self::run`].
#[derive(Debug, Clone)]
pub struct Recording {
    head: Simulation,
    /// The moment that is looked at, where that is not the head.
    past: Option<Simulation>,
    /// The state within the tick behind that moment, where the run stands still in it.
    held: Option<(Simulation, Stop)>,
    /// Copies, by the ticks that they run next; the first is of the run before its start.
    kept: Vec<Kept>,
    spacing: u32,
    tally: Tally,
}

/// A copy of a moment. Its log and its inputs are the first of the head's, so it does not hold them.
#[derive(Debug, Clone)]
struct Kept {
    state: Simulation,
    entries: usize,
    inputs: usize,
}

impl Kept {
    fn of(state: &Simulation) -> Self {
        Self {
            state: state.stripped(),
            entries: state.trace().len(),
            inputs: state.inputs().len(),
        }
    }

    /// The moment as it was, in a run that has come to `head`.
    fn restored(&self, head: &Simulation) -> Simulation {
        let mut state = self.state.clone();
        state.fill(head, self.entries, self.inputs);
        state
    }

    fn next_tick(&self) -> Tick {
        self.state.next_tick()
    }
}

impl Recording {
    /// A recording of a mission from its start, which runs at the first tick that it is asked for.
    pub fn start(image: Arc<Image>, options: Options) -> Self {
        Self::new(Simulation::unstarted(image, options))
    }

    /// A recording that starts with a simulation as it is. An editor that is linked to it is left
    /// behind, and no pause stands: each moment of a recording must be reached by ticks alone.
    pub fn new(simulation: Simulation) -> Self {
        let mut simulation = simulation;
        simulation.unlink_editor();
        simulation.pause_game(false);
        Self {
            kept: vec![Kept::of(&simulation)],
            head: simulation,
            past: None,
            held: None,
            spacing: SPACING,
            tally: Tally::default(),
        }
    }

    /// The state that is looked at.
    pub fn current(&self) -> &Simulation {
        match &self.held {
            Some((held, _)) => held,
            None => self.base(),
        }
    }

    /// Ticks that a look at another moment runs again at most.
    pub fn longest_way(&self) -> u32 {
        self.spacing
    }

    /// The moment that is looked at.
    pub fn position(&self) -> Position {
        match &self.held {
            Some((_, stop)) => stop.position,
            None => Position::end_of(self.base().now()),
        }
    }

    /// Why the run stands still within a tick, if it does.
    pub fn stop(&self) -> Option<&Stop> {
        self.held.as_ref().map(|(_, stop)| stop)
    }

    /// The moment that the run has come to.
    pub fn head(&self) -> &Simulation {
        &self.head
    }

    /// What breakpoints counted and noted so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Forgets what a breakpoint counted and noted.
    pub fn forget_hits(&mut self, breakpoint: u32) {
        self.tally.forget(breakpoint);
    }

    /// The last whole moment before or at what is looked at.
    fn base(&self) -> &Simulation {
        self.past.as_ref().unwrap_or(&self.head)
    }

    /// Runs on by so many ticks from the moment that is looked at, or until the mission is over.
    pub fn advance(&mut self, ticks: u32) {
        self.pass(ticks, None);
    }

    /// Runs on by so many ticks, and counts what breakpoints meet, if any are to be counted.
    fn pass(&mut self, ticks: u32, counted: Option<&Arc<Stops>>) {
        if self.held.take().is_some() {
            // The tick that it stands in is not done yet.
            self.tick(counted);
        }
        for _ in 0..ticks {
            if !self.tick(counted) {
                break;
            }
        }
    }

    /// Runs on likewise, but stops where it is told to; gives why it stopped. A step that does not
    /// come to its end within the ticks is given back, to go on with.
    pub fn run(
        &mut self,
        ticks: u32,
        stops: &Arc<Stops>,
        step: Option<Step>,
    ) -> (Option<&Stop>, Option<Step>) {
        self.count_up(stops);
        let mut step = step;
        let mut left = ticks;
        if let Some((_, stop)) = self.held.take() {
            // The tick that it stands in, from where it stands.
            self.run_tick(stops, &mut step, stop.position.step);
        }
        while left > 0 && self.held.is_none() && !self.base().is_over() {
            if stops.is_empty() && step.is_none() {
                self.tick(None);
                left -= 1;
            } else if self.past.is_some() {
                self.run_tick(stops, &mut step, 0);
                left -= 1;
            } else {
                left -= self.run_head(left, stops, &mut step);
            }
        }
        if self.held.is_some() {
            (self.stop(), None)
        } else {
            (None, step)
        }
    }

    /// Runs one tick on a copy, which is the state to look at where it stands still in the tick.
    fn run_tick(&mut self, stops: &Arc<Stops>, step: &mut Option<Step>, passed: u32) {
        let mut tick = self.base().clone();
        self.give_inputs(&mut tick);
        match Self::probe_tick(&mut self.tally, &mut tick, stops, step, passed) {
            Some(stop) => self.held = Some((tick, stop)),
            None => self.settle(tick),
        }
    }

    /// Runs the head on by some of the ticks and says by how many. A copy for all of them is enough:
    /// where the last one is to stand still, the others are run again from it.
    fn run_head(&mut self, most: u32, stops: &Arc<Stops>, step: &mut Option<Step>) -> u32 {
        self.keep();
        let first = self.head.clone();
        let until_kept = self.keeps_at().since(first.next_tick()).max(1);
        let most = most.min(STRETCH).min(until_kept);
        let mut done = 0;
        while done < most && !self.head.is_over() {
            let stop = Self::probe_tick(&mut self.tally, &mut self.head, stops, step, 0);
            if let Some(stop) = stop {
                let held = std::mem::replace(&mut self.head, first);
                for _ in 0..done {
                    self.head.tick();
                }
                self.held = Some((held, stop));
                return done + 1;
            }
            done += 1;
        }
        done
    }

    /// Runs a tick of a state where it stops as it is told to, and gives the stop.
    fn probe_tick(
        tally: &mut Tally,
        tick: &mut Simulation,
        stops: &Arc<Stops>,
        step: &mut Option<Step>,
        passed: u32,
    ) -> Option<Stop> {
        let probe = tick.tick_with(Probe {
            stops: Arc::clone(stops),
            hits_before: tally.hits_before(stops, tick.next_tick()),
            step: *step,
            passed,
            ..Probe::default()
        });
        *step = probe.step;
        tally.take(stops, &probe, tick.now());
        probe.held
    }

    /// Looks at another moment, from the run's start to its head.
    pub fn seek(&mut self, tick: Tick) {
        self.held = None;
        if tick >= self.head.now() {
            self.past = None;
        } else {
            self.past = Some(self.before(tick.after(1)));
        }
    }

    /// Looks at a moment within a tick; at the end of that tick, where it has no such point.
    pub fn seek_to(&mut self, position: Position) {
        if position.is_end() || position.tick > self.head.next_tick() {
            self.seek(position.tick);
            return;
        }
        let base = self.before(position.tick);
        if let Some(stop) = self.look_within(&base, position) {
            self.held = Some(stop);
            self.past = (base.next_tick() < self.head.next_tick()).then_some(base);
        } else {
            self.seek(position.tick);
        }
    }

    /// Hands something in from outside; gives the moment behind which everything was forgotten, where
    /// it is not the head's.
    ///
    /// It is applied at the next tick; a value that is set while the run stands within a tick, where
    /// it stands.
    pub fn input(&mut self, input: Input) -> Option<Tick> {
        let here = self.position();
        let cut = self.past.take().map(|past| {
            let next = past.next_tick();
            self.kept.retain(|copy| copy.next_tick() <= next);
            // What came in the tick that the run stands in, up to there, has come all the same.
            let came = |timed: &&TimedInput| timed.tick == here.tick && timed.step <= here.step;
            let came: Vec<TimedInput> = match here.is_end() {
                true => Vec::new(),
                false => self.head.inputs().iter().filter(came).cloned().collect(),
            };
            self.head = past;
            self.head.waiting_inputs = came;
            self.head.now()
        });
        // What was met, or set, farther on in the tick that comes next is to come anew.
        let next = self.head.next_tick();
        let passed = if here.is_end() { 0 } else { here.step };
        let waiting = &mut self.head.waiting_inputs;
        waiting.retain(|timed| timed.tick != next || timed.step <= passed);
        self.tally.cut(here);
        match self.held.take() {
            None => self.head.input(input),
            Some((_, stop)) => {
                let at_once = matches!(input, Input::SetGlobal { .. } | Input::SetVariable { .. });
                let Position { tick, step } = stop.position;
                self.head.input_at(TimedInput {
                    tick: if at_once { tick } else { tick.after(1) },
                    step: if at_once { step } else { 0 },
                    input,
                });
                let base = self.head.clone();
                self.held = self
                    .look_within(&base, stop.position)
                    .map(|(state, _)| (state, stop));
            }
        }
        cut
    }

    /// Hands something in that is to be applied at a moment that the run has not come to, as a track
    /// of inputs that was kept is.
    pub fn input_at(&mut self, input: TimedInput) {
        self.head.input_at(input);
    }

    /// A copy of the run as it was before a tick.
    pub(crate) fn before(&self, tick: Tick) -> Simulation {
        if tick >= self.head.next_tick() {
            return self.head.clone();
        }
        // The nearest of the copies before it, and what is looked at already.
        let later = self.kept.partition_point(|copy| copy.next_tick() <= tick);
        let copy = later.checked_sub(1).and_then(|place| self.kept.get(place));
        let past = self.past.as_ref().filter(|it| it.next_tick() <= tick);
        let mut state = match (copy, past) {
            (Some(copy), Some(past)) if copy.next_tick() <= past.next_tick() => past.clone(),
            (Some(copy), _) => copy.restored(&self.head),
            (None, past) => past.unwrap_or(&self.head).clone(),
        };
        while state.next_tick() < tick && !state.is_over() {
            self.give_inputs(&mut state);
            state.tick();
        }
        state
    }

    /// The state at a point of the tick that a state runs next.
    fn look_within(&self, base: &Simulation, position: Position) -> Option<(Simulation, Stop)> {
        let mut state = base.clone();
        self.give_inputs(&mut state);
        let probe = state.tick_with(Probe {
            exactly: Some(position.step),
            ..Probe::default()
        });
        Some((state, probe.held?))
    }

    /// Hands a state what comes from outside in the tick that it runs next, and nothing else.
    pub(crate) fn give_inputs(&self, state: &mut Simulation) {
        let next = state.next_tick();
        if next >= self.head.next_tick() {
            state.waiting_inputs.clone_from(&self.head.waiting_inputs);
            return;
        }
        let inputs = self.head.inputs();
        let first = inputs.partition_point(|timed| timed.tick < next);
        let due = inputs.iter().skip(first);
        state.waiting_inputs = due
            .take_while(|timed| timed.tick == next)
            .cloned()
            .collect();
    }

    /// Runs a tick, and says whether there was one to run.
    fn tick(&mut self, counted: Option<&Arc<Stops>>) -> bool {
        let run = |tally: &mut Tally, state: &mut Simulation| match counted {
            Some(stops) => count::count_tick(tally, state, stops),
            None => state.tick(),
        };
        let Some(mut past) = self.past.take() else {
            if self.head.is_over() {
                return false;
            }
            self.keep();
            run(&mut self.tally, &mut self.head);
            return true;
        };
        self.give_inputs(&mut past);
        run(&mut self.tally, &mut past);
        self.past = (past.next_tick() < self.head.next_tick() && !past.is_over()).then_some(past);
        true
    }

    /// Takes the tick behind the moment that is looked at, run to its end.
    fn settle(&mut self, tick: Simulation) {
        if self.past.is_none() {
            self.keep();
            self.head = tick;
        } else {
            let before_head = tick.next_tick() < self.head.next_tick() && !tick.is_over();
            self.past = before_head.then_some(tick);
        }
    }

    /// The tick before which the next copy of the head is kept.
    fn keeps_at(&self) -> Tick {
        let last = self.kept.last().map_or(Tick(0), Kept::next_tick);
        last.after(self.spacing)
    }

    /// Keeps a copy of the head, if it is time for one.
    fn keep(&mut self) {
        if self.head.next_tick() < self.keeps_at() {
            return;
        }
        self.kept.push(Kept::of(&self.head));
        if self.kept.len() > MOST_KEPT {
            let mut place = 0_usize;
            self.kept.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.spacing = self.spacing.saturating_mul(2);
        }
    }
}
