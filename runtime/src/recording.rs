//! A run that is kept, so that any moment of it can be looked at again.

use crate::clock::Tick;
use crate::input::Input;
use crate::simulation::Simulation;

/// Ticks between two kept copies, at first.
const SPACING: u32 = 500;
/// Copies that are kept at most; with more, every second one goes and the others stand farther apart.
const MOST_KEPT: usize = 256;

/// A run with copies of it at regular moments.
///
/// Its head is the moment that it has come to; [`Self::seek`] looks at an earlier one, from which the
/// run goes on as it did, inputs included, until it comes to the head again. An input that is handed
/// in at an earlier moment makes another future, so the old one is forgotten.
#[derive(Debug, Clone)]
pub struct Recording {
    head: Simulation,
    /// The moment that is looked at, where that is not the head.
    past: Option<Simulation>,
    /// Copies, by their moments; the first is of the run's start.
    kept: Vec<Simulation>,
    spacing: u32,
}

impl Recording {
    /// A recording that starts with a simulation as it is.
    pub fn new(simulation: Simulation) -> Self {
        Self {
            kept: vec![simulation.clone()],
            head: simulation,
            past: None,
            spacing: SPACING,
        }
    }

    /// The moment that is looked at.
    pub fn current(&self) -> &Simulation {
        self.past.as_ref().unwrap_or(&self.head)
    }

    /// The moment that the run has come to.
    pub fn head(&self) -> &Simulation {
        &self.head
    }

    /// Runs on by so many ticks from the moment that is looked at, or until the mission is over.
    pub fn advance(&mut self, ticks: u32) {
        for _ in 0..ticks {
            match &mut self.past {
                Some(past) => {
                    if !follow(past, &self.head) || past.now() >= self.head.now() {
                        self.past = None;
                    }
                }
                None if self.head.is_over() => break,
                None => {
                    self.keep();
                    self.head.tick();
                }
            }
        }
    }

    /// Looks at another moment, from the run's start to its head.
    pub fn seek(&mut self, tick: Tick) {
        if tick >= self.head.now() {
            self.past = None;
            return;
        }
        if let Some(past) = self.copy_at(tick) {
            self.past = Some(past);
        }
    }

    /// A copy of an earlier moment.
    pub(crate) fn copy_at(&self, tick: Tick) -> Option<Simulation> {
        // The nearest of the copies before it, and what is looked at already.
        let later = self.kept.partition_point(|copy| copy.now() <= tick);
        let copy = later.checked_sub(1).and_then(|place| self.kept.get(place));
        let nearest = copy
            .into_iter()
            .chain(&self.past)
            .filter(|it| it.now() <= tick)
            .max_by_key(|it| it.now());
        let mut past = nearest.cloned()?;
        while past.now() < tick && follow(&mut past, &self.head) {}
        Some(past)
    }

    /// Hands something in from outside, to be applied at the next tick; gives the moment behind which
    /// everything was forgotten, where it is not the head's.
    pub fn input(&mut self, input: Input) -> Option<Tick> {
        let cut = self.past.take().map(|past| {
            let now = past.now();
            self.kept.retain(|copy| copy.now() <= now);
            self.head = past;
            now
        });
        self.head.input(input);
        cut
    }

    /// Keeps a copy of the head, if it is time for one.
    fn keep(&mut self) {
        let now = self.head.now();
        let last = self.kept.last().map_or(Tick(0), Simulation::now);
        if now.since(last) < self.spacing {
            return;
        }
        self.kept.push(self.head.clone());
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

/// Runs a tick of an earlier moment as it went before, and says whether time went on.
fn follow(past: &mut Simulation, head: &Simulation) -> bool {
    let next = past.now().after(1);
    let inputs = head.inputs();
    let first = inputs.partition_point(|timed| timed.tick < next);
    let due = inputs.iter().skip(first);
    for timed in due.take_while(|timed| timed.tick == next) {
        past.input(timed.input.clone());
    }
    past.tick();
    past.now() == next
}
