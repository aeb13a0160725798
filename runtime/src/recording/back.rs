//! Running a recording backwards: the last moment at which something was, found by running stretches
//! of it again.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::clock::Tick;
use crate::debug::probe::{Probe, Search};
use crate::debug::stops::{At, Position, Step, Stops};
use crate::simulation::Simulation;
use crate::trace::{Trace, TraceEvent};

use super::Recording;

/// What is looked for in what was.
struct Sought {
    stops: Arc<Stops>,
    step: Option<Step>,
    /// The thread whose start is found too.
    started: Option<u8>,
    /// Only what is before it counts.
    from: Position,
}

impl Sought {
    fn new(from: Position) -> Self {
        Self {
            stops: Arc::default(),
            step: None,
            started: None,
            from,
        }
    }
}

/// Asked after each stretch whether a search is to go on.
type GoesOn<'a> = &'a mut dyn FnMut(Tick) -> ControlFlow<()>;

/// What a run goes back to: the last of its kind before the moment that is looked at.
#[derive(Debug, Clone)]
pub enum Back {
    /// To where something of a kind happened.
    To(At),
    /// To the statement before, of the thread that runs where the run stands. Before the first that a
    /// thread ran stands what started it: the trigger that fired, the statement that spawned it, or
    /// the end of the tick before. Where no thread runs, it is the last statement of any.
    Statement,
    /// To where the run would have stopped.
    Stop(Arc<Stops>),
}

impl Recording {
    /// Goes back, and says whether there was something to go back to; if not, it stays where it is.
    pub fn back(&mut self, back: &Back) -> bool {
        self.back_while(back, |_| ControlFlow::Continue(()))
    }

    /// Goes back likewise, and asks after each stretch that was looked through whether to go on, with
    /// the tick that the search has come to. Where it is broken off, the run stays where it is.
    pub fn back_while(
        &mut self,
        back: &Back,
        mut goes_on: impl FnMut(Tick) -> ControlFlow<()>,
    ) -> bool {
        let mut sought = Sought::new(self.position());
        let found = match back {
            Back::To(at) => {
                sought.step = Some(Step::Next { at: *at });
                match is_logged(*at) {
                    true => self.search_log(&sought, *at, &mut goes_on),
                    false => self.search_all(&sought, &mut goes_on),
                }
            }
            Back::Statement => {
                let thread = self.stop().and_then(|stop| stop.thread);
                let at = At::AnyStatement { thread };
                sought.step = Some(Step::Next { at });
                sought.started = thread;
                self.search_all(&sought, &mut goes_on)
            }
            Back::Stop(stops) if stops.is_empty() => None,
            Back::Stop(stops) => {
                self.count_up(stops);
                sought.stops = Arc::clone(stops);
                self.search_all(&sought, &mut goes_on)
            }
        };
        self.go_back(found)
    }

    fn go_back(&mut self, found: Option<Position>) -> bool {
        let Some(position) = found else { return false };
        // A tick's beginning is the end of the one before; nothing is before the first.
        let position = match position.step {
            0 => position
                .tick
                .0
                .checked_sub(1)
                .map(|tick| Position::end_of(Tick(tick))),
            _ => Some(position),
        };
        let Some(position) = position else {
            return false;
        };
        self.seek_to(position);
        true
    }

    /// Looks only into the ticks that the log names, latest first.
    fn search_log(&self, sought: &Sought, at: At, goes_on: GoesOn<'_>) -> Option<Position> {
        let mut last = None;
        // The log of the head knows all that was; that of the tick that it stands in, the rest.
        let trace: &Trace = match &self.held {
            Some((held, _)) if held.now() > self.head.now() => held.trace(),
            _ => self.head.trace(),
        };
        for entry in trace.iter().rev() {
            if entry.tick > sought.from.tick || last == Some(entry.tick) || !tells(&entry.event, at)
            {
                continue;
            }
            last = Some(entry.tick);
            let mut base = self.before(entry.tick);
            if let Some(found) = self.search_tick(&mut base, sought) {
                return Some(found);
            }
            if goes_on(entry.tick).is_break() {
                return None;
            }
        }
        None
    }

    /// Looks into every tick, stretch by stretch between the kept copies, latest first.
    fn search_all(&self, sought: &Sought, goes_on: GoesOn<'_>) -> Option<Position> {
        let mut until = sought.from.tick;
        let later = self.kept.partition_point(|copy| copy.next_tick() <= until);
        for copy in self.kept.iter().take(later).rev() {
            let mut state = copy.restored(&self.head);
            let mut found = None;
            while state.next_tick() <= until && !state.is_over() {
                let tick = self.search_tick(&mut state, sought);
                found = tick.or(found);
            }
            if found.is_some() {
                return found;
            }
            let first = copy.next_tick();
            until = Tick(first.0.checked_sub(1)?);
            if goes_on(until).is_break() {
                return None;
            }
        }
        None
    }

    /// Runs a tick and finds the last stop in it before a moment.
    fn search_tick(&self, state: &mut Simulation, sought: &Sought) -> Option<Position> {
        let tick = state.next_tick();
        self.give_inputs(state);
        let probe = state.tick_with(Probe {
            stops: Arc::clone(&sought.stops),
            hits_before: self.tally.hits_before(&sought.stops, tick),
            step: sought.step,
            search: Some(Search {
                before: match tick == sought.from.tick {
                    true => sought.from.step,
                    false => u32::MAX,
                },
                started: sought.started,
                found: None,
            }),
            ..Probe::default()
        });
        let step = probe.search?.found?;
        Some(Position { tick, step })
    }
}

/// Whether the log tells every stop of a kind.
fn is_logged(at: At) -> bool {
    !matches!(at, At::Statement { .. } | At::AnyStatement { .. })
}

/// Whether an entry of the log goes with a kind of stop.
fn tells(event: &TraceEvent, at: At) -> bool {
    match (at, event) {
        (At::Trigger { trigger: wanted }, TraceEvent::TriggerFired { trigger, .. }) => {
            *trigger == wanted
        }
        (At::Global { global: wanted }, TraceEvent::GlobalWritten { global, .. }) => {
            *global == wanted
        }
        (At::Variable { variable: wanted }, TraceEvent::VariableWritten { variable, .. }) => {
            *variable == wanted
        }
        (At::Command { command: wanted }, TraceEvent::Command { command, .. }) => {
            *command == wanted
        }
        (
            At::Event {
                condition: wanted,
                object: on,
            },
            TraceEvent::EventRaised {
                condition, object, ..
            },
        ) => wanted.is_none_or(|wanted| wanted == *condition) && on.is_none_or(|on| on == *object),
        (At::Fault, TraceEvent::Fault { .. }) => true,
        _ => false,
    }
}
