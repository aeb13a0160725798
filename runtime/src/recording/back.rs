//! Running a recording backwards: the last moment at which something was, found by running stretches
//! of it again.

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

impl Recording {
    /// Looks at the last moment before the present one at which something of a kind happened. Says
    /// whether there was one; if not, it stays where it is.
    pub fn back_to(&mut self, at: At) -> bool {
        let sought = Sought {
            step: Some(Step::Next { at }),
            ..Sought::new(self.position())
        };
        let found = match is_logged(at) {
            true => self.search_log(&sought, at),
            false => self.search_all(&sought),
        };
        self.go_back(found)
    }

    /// Looks at the statement before, of the thread that runs where the run stands. Before the first
    /// that a thread ran stands what started it: the trigger that fired, the statement that spawned
    /// it, or the end of the tick before. Where no thread runs, it is the last statement of any.
    pub fn back_to_statement(&mut self) -> bool {
        let thread = self.stop().and_then(|stop| stop.thread);
        let sought = Sought {
            step: Some(Step::Next {
                at: At::AnyStatement { thread },
            }),
            started: thread,
            ..Sought::new(self.position())
        };
        let found = self.search_all(&sought);
        self.go_back(found)
    }

    /// Looks at the last moment before the present one at which the run would have stopped.
    pub fn back_to_stop(&mut self, stops: &Arc<Stops>) -> bool {
        if stops.is_empty() {
            return false;
        }
        self.count_up(stops);
        let sought = Sought {
            stops: Arc::clone(stops),
            ..Sought::new(self.position())
        };
        let found = self.search_all(&sought);
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
    fn search_log(&self, sought: &Sought, at: At) -> Option<Position> {
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
        }
        None
    }

    /// Looks into every tick, stretch by stretch between the kept copies, latest first.
    fn search_all(&self, sought: &Sought) -> Option<Position> {
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
            let before = first.0.checked_sub(1)?;
            until = Tick(before);
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
