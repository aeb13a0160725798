//! Looking at each point that a tick passes through, and standing still at one.

use std::sync::Arc;

use crate::input::TimedInput;
use crate::simulation::Simulation;
use crate::vm::fault::Cause;
use crate::vm::triggers::Firing;

use super::stops::{At, Logged, Position, Step, Stop, Stops, Why};

/// A point that a tick passes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Point {
    /// A thread is about to run a statement.
    Statement { thread: u8, script: u32 },
    /// A thread is about to call a command.
    Command {
        thread: u8,
        command: u8,
        script: u32,
    },
    /// An event is about to be raised.
    Event { condition: u8, object: u16 },
    /// A trigger fires; the event's values are in the locals of a slot that is free.
    Trigger {
        trigger: u16,
        firing: Firing,
        lent: Option<usize>,
    },
    /// A global was written.
    Global {
        global: u8,
        thread: Option<u8>,
        script: Option<u32>,
    },
    /// A game variable was written.
    Variable {
        variable: u8,
        thread: Option<u8>,
        script: Option<u32>,
    },
    /// A thread waits, or yields.
    Yielded { thread: u8 },
    /// A thread ends.
    Ended { thread: u8 },
    /// A thread fails.
    Fault {
        thread: u8,
        script: u32,
        cause: Cause,
    },
}

impl Point {
    /// The thread that runs there, and the instruction.
    fn place(self) -> (Option<u8>, Option<u32>) {
        match self {
            Self::Statement { thread, script }
            | Self::Command { thread, script, .. }
            | Self::Fault { thread, script, .. } => (Some(thread), Some(script)),
            Self::Global { thread, script, .. } | Self::Variable { thread, script, .. } => {
                (thread, script)
            }
            Self::Yielded { thread } | Self::Ended { thread } => (Some(thread), None),
            Self::Event { .. } | Self::Trigger { .. } => (None, None),
        }
    }

    /// Whether it is what is meant.
    fn is(self, at: At) -> bool {
        match (at, self) {
            (At::Statement { script: wanted }, Self::Statement { script, .. }) => wanted == script,
            (At::AnyStatement { thread: wanted }, Self::Statement { thread, .. }) => {
                wanted.is_none_or(|wanted| wanted == thread)
            }
            (At::Command { command: wanted }, Self::Command { command, .. }) => wanted == command,
            (
                At::Event {
                    condition: wanted,
                    object: on,
                },
                Self::Event { condition, object },
            ) => {
                wanted.is_none_or(|wanted| wanted == condition) && on.is_none_or(|on| on == object)
            }
            (At::Trigger { trigger: wanted }, Self::Trigger { trigger, .. }) => wanted == trigger,
            (At::Global { global: wanted }, Self::Global { global, .. }) => wanted == global,
            (At::Variable { variable: wanted }, Self::Variable { variable, .. }) => {
                wanted == variable
            }
            (At::Fault, Self::Fault { .. }) => true,
            _ => false,
        }
    }
}

/// What is looked for in a tick, and what was found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Probe {
    /// The breakpoints in force.
    pub(crate) stops: Arc<Stops>,
    /// Hits that each of them had before this tick.
    pub(crate) hits_before: Vec<u32>,
    /// Where else to stop; it changes as the tick goes on.
    pub(crate) step: Option<Step>,
    /// The point to stop at, whatever it is.
    pub(crate) exactly: Option<u32>,
    /// Points up to this one stop nothing: the run has stood there.
    pub(crate) passed: u32,
    /// Points so far.
    pub(crate) at: u32,
    /// Where stops are only looked for, the last one; the tick goes on.
    pub(crate) search: Option<Search>,
    /// Where the tick stands still.
    pub(crate) held: Option<Stop>,
    /// Hits of breakpoints, by their places in the list, with their points.
    pub(crate) hits: Vec<(usize, u32)>,
    /// What breakpoints noted.
    pub(crate) logged: Vec<Logged>,
    /// Breakpoints whose condition has no value here, by their places in the list, with their points.
    pub(crate) failed: Vec<(usize, u32, Cause)>,
}

/// A search for the last stop before a point.
#[derive(Debug, Clone, Default)]
pub(crate) struct Search {
    /// Only points before this one count; with 0, none does.
    pub(crate) before: u32,
    /// The thread whose start counts as well, as the point that brought it about.
    pub(crate) started: Option<u8>,
    /// The point that was found, from 1; 0 for the tick's beginning.
    pub(crate) found: Option<u32>,
}

impl Simulation {
    /// How many calls a running thread is inside of; `None` for a slot that is free.
    pub fn thread_depth(&self, thread: u8) -> Option<u8> {
        let thread = self.vm.threads.get(usize::from(thread))?;
        thread.ip.map(|_| thread.depth)
    }

    /// Runs a tick under a probe, and gives the probe back. Where it was held, this state is one to
    /// look at only.
    pub(crate) fn tick_with(&mut self, probe: Probe) -> Probe {
        self.probe = Some(Box::new(probe));
        self.tick();
        self.probe.take().map(|it| *it).unwrap_or_default()
    }

    /// Whether the tick stands still.
    #[inline]
    pub(crate) fn is_held(&self) -> bool {
        self.probe
            .as_ref()
            .is_some_and(|probe| probe.held.is_some())
    }

    /// Comes to a point of the tick, and says whether the tick stands still there.
    pub(crate) fn point(&mut self, point: Point) -> bool {
        let Some(mut probe) = self.probe.take() else {
            return false;
        };
        if probe.held.is_some() {
            self.probe = Some(probe);
            return true;
        }
        probe.at = probe.at.saturating_add(1);
        let at = probe.at;
        self.probe = Some(probe);
        self.apply_inputs_at(at);
        let Some(mut probe) = self.probe.take() else {
            return false;
        };
        if probe.held.is_none() {
            let why = self.why_stop(&mut probe, point, at);
            self.hold_if(&mut probe, why, point, at);
        }
        let held = probe.held.is_some();
        self.probe = Some(probe);
        held
    }

    fn hold_if(&self, probe: &mut Probe, why: Option<Why>, point: Point, at: u32) {
        let Some(why) = why else { return };
        if at <= probe.passed {
            return;
        }
        let (thread, script) = point.place();
        let running = self.vm.current.map(|(slot, _)| slot as u8);
        let stop = Stop {
            position: Position {
                tick: self.now,
                step: at,
            },
            why,
            thread: thread.or(running),
            script: script.or_else(|| self.script_now()),
            firing: match point {
                Point::Trigger {
                    trigger, firing, ..
                } => Some((trigger, firing)),
                _ => None,
            },
        };
        match &mut probe.search {
            Some(search) if at < search.before => search.found = Some(at),
            Some(_) => {}
            None => probe.held = Some(stop),
        }
    }

    /// Why to stop at a point, if at all.
    fn why_stop(&self, probe: &mut Probe, point: Point, at: u32) -> Option<Why> {
        let stepped = self.why_step(probe, point, at);
        let hit = self.hit_breakpoints(probe, point, at);
        if probe.exactly == Some(at) {
            return Some(Why::Sought);
        }
        if !hit.is_empty() {
            return Some(Why::Breakpoints(hit));
        }
        if let Point::Fault { cause, .. } = point
            && probe.stops.faults
        {
            return Some(Why::Fault(cause));
        }
        stepped
    }

    fn why_step(&self, probe: &mut Probe, point: Point, at: u32) -> Option<Why> {
        let step = probe.step?;
        // What was passed before the run stood where it stands does not move a step on.
        if at <= probe.passed {
            return None;
        }
        let depth_of = |thread: u8| self.vm.threads.get(usize::from(thread)).map(|it| it.depth);
        match (step, point) {
            (Step::Into { thread: None }, Point::Statement { .. }) => Some(Why::Stepped),
            (
                Step::Into {
                    thread: Some(stepped),
                },
                Point::Statement { thread, .. },
            ) => (thread == stepped || self.vm.nest.contains(&usize::from(stepped)))
                .then_some(Why::Stepped),
            (
                Step::Into {
                    thread: Some(stepped),
                },
                Point::Yielded { thread } | Point::Ended { thread },
            ) if thread == stepped => {
                probe.step = Some(Step::Into { thread: None });
                None
            }
            (
                Step::Over {
                    thread: stepped,
                    depth,
                },
                Point::Statement { thread, .. },
            ) => (thread == stepped && depth_of(thread) <= Some(depth)).then_some(Why::Stepped),
            (
                Step::Out {
                    thread: stepped,
                    depth,
                },
                Point::Statement { thread, .. },
            ) => (thread == stepped && depth_of(thread) < Some(depth)).then_some(Why::Stepped),
            (
                Step::Over {
                    thread: stepped, ..
                }
                | Step::Out {
                    thread: stepped, ..
                },
                Point::Ended { thread },
            ) => (thread == stepped).then_some(Why::ThreadEnded),
            (Step::To { script: wanted }, Point::Statement { script, .. }) => {
                (script == wanted).then_some(Why::Stepped)
            }
            (Step::Next { at }, point) => point.is(at).then_some(Why::Stepped),
            _ => None,
        }
    }

    /// Counts the hits of breakpoints at a point; gives those that stop there.
    fn hit_breakpoints(&self, probe: &mut Probe, point: Point, at: u32) -> Vec<u32> {
        let mut stopping = Vec::new();
        let stops = Arc::clone(&probe.stops);
        let thread = point.place().0;
        let slot = match point {
            Point::Trigger { lent, .. } => lent,
            _ => thread.map(usize::from),
        };
        for (place, breakpoint) in stops.breakpoints.iter().enumerate() {
            if !point.is(breakpoint.at) {
                continue;
            }
            if let Some(condition) = &breakpoint.condition {
                match condition.value(self, slot) {
                    Ok(0) => continue,
                    Ok(_) => {}
                    Err(cause) => {
                        probe.failed.push((place, at, cause));
                        continue;
                    }
                }
            }
            let in_tick = probe.hits.iter().filter(|(of, _)| *of == place).count() as u32;
            let before = probe.hits_before.get(place).copied().unwrap_or(0);
            probe.hits.push((place, at));
            if !breakpoint
                .hits
                .takes(before.saturating_add(in_tick).saturating_add(1))
            {
                continue;
            }
            match &breakpoint.log {
                Some(values) => probe.logged.push(Logged {
                    breakpoint: breakpoint.id,
                    position: Position {
                        tick: self.now,
                        step: at,
                    },
                    thread,
                    values: values.iter().map(|it| it.value(self, slot)).collect(),
                }),
                None => stopping.push(breakpoint.id),
            }
        }
        stopping
    }

    /// A thread starts: where its start is looked for, what came last brought it about.
    pub(crate) fn thread_starts(&mut self, thread: usize) {
        let Some(probe) = &mut self.probe else { return };
        let at = probe.at;
        if let Some(search) = &mut probe.search
            && at < search.before
            && search.started.map(usize::from) == Some(thread)
        {
            search.found = Some(at);
        }
    }

    /// Applies what comes from outside at a point of this tick.
    fn apply_inputs_at(&mut self, step: u32) {
        let now = self.now;
        let due = |timed: &mut TimedInput| timed.tick == now && timed.step == step;
        let due: Vec<TimedInput> = self.waiting_inputs.extract_if(.., due).collect();
        for timed in due {
            self.apply_timed(timed);
        }
    }
}
