//! How a linked run stands: what its states tell, and whether the game is to stay where it stopped.

use std::sync::Arc;

use runtime::debug::{Logged, Position, Stop, Why};
use runtime::link::{RunControl, State, happened, snapshot, tick_of};
use runtime::{Hold, TraceEntry};

use crate::log::Level;
use crate::preview::Standing;
use crate::preview::linked::Told;

use super::{Linked, Run, Said, Stepping, Stopped};

impl Run {
    /// Whether a later instruction is of the same statement as the one that a step began at.
    fn is_same(&self, from: Option<u32>, to: u32) -> bool {
        let Some(from) = from.filter(|from| *from < to) else {
            return false;
        };
        let statement = |offset: u32| {
            let map = &self.build.source_map;
            let (_, mapped) = map.instruction_at(usize::try_from(offset).ok()?)?;
            Some((mapped.routine, mapped.span.clone()))
        };
        statement(from).is_some_and(|it| statement(to) == Some(it))
    }
}

impl Linked {
    pub(super) fn take_state(&mut self, state: Arc<State>, said: &mut Vec<Said>) {
        self.judge(&state, said);
        self.state = Some(Arc::clone(&state));
        let told: Vec<TraceEntry> = happened(&state).collect();
        // A run that is shown later has it too.
        self.past.extend(told.iter().cloned());
        let (Some(file), Some(_)) = (self.file.clone(), &self.run) else {
            return;
        };
        let standing = self.standing(&state);
        let stop = self.stop(&state);
        if state.events_dropped > 0 {
            let text = format!(
                "The script did so much that the game left out {} entries of what it tells.",
                state.events_dropped
            );
            said.push((Level::Info, text));
        }
        let told = Told {
            snapshot: Arc::new(snapshot(&file, &state)),
            standing,
            stop,
            happened: told,
            tally: self.tally.clone(),
        };
        if let Some(run) = &mut self.run
            && !run.feed.tell(told)
        {
            self.run = None;
        }
    }

    /// Finds out whether the game is to stay where it stopped, and lets it on if not.
    fn judge(&mut self, state: &State, said: &mut Vec<Said>) {
        if state.hold != Hold::Held {
            // What was let on meanwhile stands no longer.
            if self.stopped.as_ref().is_some_and(|it| it.why.is_some()) && self.wished.is_none() {
                self.stopped = None;
            }
            return;
        }
        let (Some(stopped), Some(file)) = (&self.stopped, &self.file) else {
            return;
        };
        // Whose script it is that stopped is known once its run is shown.
        if stopped.why.is_some() || self.run.is_none() {
            return;
        }
        let offset = stopped.offset;
        let before = |id| self.tally.all_hits(id);
        let judged = self.breaks.judge(offset, &self.stops, file, state, before);
        self.count = self.count.saturating_add(1);
        let position = self.moment(state);
        for id in &judged.hit {
            self.tally.hit(*id, position);
        }
        for (id, values) in &judged.noted {
            self.tally.note(&Logged {
                breakpoint: *id,
                position,
                thread: thread_at(state, offset),
                values: values.clone(),
            });
        }
        for (id, cause) in &judged.unjudged {
            self.tally.fail(*id, position, *cause);
            let text = format!(
                "The condition of breakpoint {id} has no value over the link ({cause}), so the game \
                 stands there."
            );
            said.push((Level::Warning, text));
        }
        let sought = self.to == Some(offset);
        if sought {
            self.to = None;
        }
        // The game steps to the instruction that does something; the line that it stands on already
        // has one.
        if let Some(Stepping { control, from, .. }) = self.stepping
            && judged.stopping.is_empty()
            && self.run.as_ref().is_some_and(|it| it.is_same(from, offset))
        {
            self.stopped = None;
            if self.control(control).is_err() {
                said.push((
                    Level::Warning,
                    "The game could not be stepped on.".to_owned(),
                ));
            }
            return;
        }
        let stepped = self.stepping.is_some();
        let stays = stepped || sought || !judged.stopping.is_empty();
        let flagged = self.breaks.stands_at(offset);
        // The document's flags mean nothing in another script.
        let strayed = self.differs.is_some() && is_flagged(&self.likely, offset);
        if !stays && (flagged || strayed) {
            self.stopped = None;
            if self.control(RunControl::RunOn).is_err() {
                said.push((Level::Warning, "The game could not be let on.".to_owned()));
            }
            return;
        }
        let thread = thread_at(state, offset);
        if let Some(stepped) = self.stepping.and_then(|it| it.thread)
            && judged.stopping.is_empty()
            && thread.is_some_and(|it| it != stepped)
        {
            let text = format!(
                "Thread {stepped} waits, so that the step came to the line that runs next, of another \
                 thread."
            );
            said.push((Level::Info, text));
        }
        let why = match judged.stopping.is_empty() {
            false => Why::Breakpoints(judged.stopping),
            true if stepped => Why::Stepped,
            true => Why::Sought,
        };
        self.stopped = Some(Stopped {
            offset,
            why: Some(why),
        });
        self.stepping = None;
        self.wished = None;
        if sought {
            self.flag();
        }
    }

    fn standing(&mut self, state: &State) -> Standing {
        if let Some((standing, states)) = &mut self.wished {
            let standing = *standing;
            *states = states.saturating_sub(1);
            if *states == 0 {
                self.wished = None;
            }
            return standing;
        }
        match state.paused || state.hold == Hold::Held {
            true => Standing::Still,
            false if state.step.is_some() => Standing::Stepping,
            false => Standing::Playing,
        }
    }

    /// The moment of the last stop.
    fn moment(&self, state: &State) -> Position {
        Position {
            tick: tick_of(state),
            step: self.count,
        }
    }

    fn stop(&self, state: &State) -> Option<Stop> {
        let stopped = self.stopped.as_ref()?;
        Some(Stop {
            position: self.moment(state),
            why: stopped.why.clone()?,
            thread: thread_at(state, stopped.offset),
            script: Some(stopped.offset),
            // The game does not tell what came of a firing.
            firing: None,
        })
    }
}

fn is_flagged(flags: &[u8], offset: u32) -> bool {
    let flag = usize::try_from(offset).ok().and_then(|at| flags.get(at));
    flag.is_some_and(|flag| flag & 1 != 0)
}

/// The thread that is to run an instruction next.
pub(super) fn thread_at(state: &State, offset: u32) -> Option<u8> {
    let mut threads = state.threads.iter();
    let found = threads.find(|(_, thread)| thread.at == Some(offset));
    found.map(|(slot, _)| *slot)
}
