//! What breakpoints counted and noted over a run.

use std::collections::BTreeMap;

use crate::clock::Tick;
use crate::vm::fault::Cause;

use super::probe::Probe;
use super::stops::{Logged, Position, Stops};

/// Hits and notes that are kept of one breakpoint; later ones are counted by the last of these.
const MOST: usize = 10_000;

/// What breakpoints counted and noted over a run. A moment that is run again counts once.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    hits: BTreeMap<u32, Vec<Position>>,
    logged: Vec<Logged>,
    failed: BTreeMap<u32, Cause>,
}

impl Tally {
    /// How often a breakpoint was hit, up to a moment and with it.
    pub fn hits(&self, breakpoint: u32, until: Position) -> usize {
        self.hits
            .get(&breakpoint)
            .map_or(0, |hits| hits.partition_point(|hit| *hit <= until))
    }

    /// What breakpoints noted, in the order of the run.
    pub fn logged(&self) -> &[Logged] {
        &self.logged
    }

    /// Why a breakpoint's condition had no value, the last time that it had none.
    pub fn failure(&self, breakpoint: u32) -> Option<Cause> {
        self.failed.get(&breakpoint).copied()
    }

    /// Hits of each breakpoint before a tick.
    pub(crate) fn hits_before(&self, stops: &Stops, tick: Tick) -> Vec<u32> {
        stops
            .breakpoints
            .iter()
            .map(|it| {
                let hits = self.hits.get(&it.id).map(Vec::as_slice).unwrap_or_default();
                // Ten thousand at most.
                hits.partition_point(|hit| hit.tick < tick) as u32
            })
            .collect()
    }

    /// Takes over what a tick counted.
    pub(crate) fn take(&mut self, stops: &Stops, probe: &Probe, tick: Tick) {
        for (place, step) in &probe.hits {
            let Some(breakpoint) = stops.breakpoints.get(*place) else {
                continue;
            };
            let hits = self.hits.entry(breakpoint.id).or_default();
            let hit = Position { tick, step: *step };
            if let Err(at) = hits.binary_search(&hit)
                && hits.len() < MOST
            {
                hits.insert(at, hit);
            }
        }
        for logged in &probe.logged {
            let key = |it: &Logged| (it.position, it.breakpoint);
            if let Err(at) = self.logged.binary_search_by_key(&key(logged), key)
                && self.logged.len() < MOST
            {
                self.logged.insert(at, logged.clone());
            }
        }
        for (place, cause) in &probe.failed {
            if let Some(breakpoint) = stops.breakpoints.get(*place) {
                self.failed.insert(breakpoint.id, *cause);
            }
        }
    }

    /// Forgets what lies behind a moment.
    pub(crate) fn cut(&mut self, after: Position) {
        for hits in self.hits.values_mut() {
            hits.retain(|hit| *hit <= after);
        }
        self.logged.retain(|it| it.position <= after);
    }

    /// Forgets a breakpoint.
    pub(crate) fn forget(&mut self, breakpoint: u32) {
        self.hits.remove(&breakpoint);
        self.logged.retain(|it| it.breakpoint != breakpoint);
        self.failed.remove(&breakpoint);
    }
}
