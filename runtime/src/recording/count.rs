//! Counting what breakpoints meet where the run does not stop for them.

use std::sync::Arc;

use crate::debug::probe::{Probe, Search};
use crate::debug::stops::Stops;
use crate::debug::tally::Tally;
use crate::simulation::Simulation;

use super::Recording;

impl Recording {
    /// Runs on by so many ticks as [`Self::advance`] does, past every stop, but counts and notes what
    /// the breakpoints would have met.
    pub fn count(&mut self, ticks: u32, stops: &Arc<Stops>) {
        self.count_up(stops);
        self.pass(ticks, Some(stops).filter(|it| !it.breakpoints.is_empty()));
    }

    /// Counts what breakpoints that choose among their hits would have met before the moment that is
    /// looked at, where the run went without them: a hit has the same number whenever its breakpoint
    /// was set, and whichever way the run goes.
    pub(super) fn count_up(&mut self, stops: &Arc<Stops>) {
        self.tally.meet(stops);
        let before = self.base().next_tick();
        let Some((lacking, from)) = self.tally.uncounted(stops, before) else {
            return;
        };
        let lacking = Arc::new(lacking);
        let mut state = self.before(from);
        while state.next_tick() < before && !state.is_over() {
            self.give_inputs(&mut state);
            count_tick(&mut self.tally, &mut state, &lacking);
        }
    }
}

/// Runs a tick of a state to its end, and counts what breakpoints meet in it.
pub(super) fn count_tick(tally: &mut Tally, state: &mut Simulation, stops: &Arc<Stops>) {
    let probe = state.tick_with(Probe {
        stops: Arc::clone(stops),
        hits_before: tally.hits_before(stops, state.next_tick()),
        search: Some(Search::default()),
        ..Probe::default()
    });
    tally.take(stops, &probe, state.now());
}
