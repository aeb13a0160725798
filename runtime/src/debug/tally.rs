//! What breakpoints counted and noted over a run.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::clock::Tick;
use crate::vm::fault::Cause;

use super::hits::Hits;
use super::probe::Probe;
use super::stops::{Breakpoint, HitCount, Logged, Position, Stops};

/// Notes that are kept at most; the oldest go first.
const MOST_NOTES: usize = 10_000;

/// What breakpoints counted and noted over a run. A moment that is run again counts once.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    counted: BTreeMap<u32, Arc<Counted>>,
    logged: VecDeque<Logged>,
}

/// What one breakpoint counted.
#[derive(Debug, Clone)]
struct Counted {
    /// The breakpoint as it counted; another place or condition has other hits.
    breakpoint: Breakpoint,
    hits: Hits,
    /// The tick up to which nothing was left out: those before it were all run with the breakpoint.
    until: Tick,
    /// Where its condition first had no value, and why.
    failed: Option<(Position, Cause)>,
}

impl Counted {
    fn nothing_of(breakpoint: &Breakpoint) -> Self {
        Self {
            breakpoint: breakpoint.clone(),
            hits: Hits::default(),
            until: Tick(0),
            failed: None,
        }
    }
}

impl Tally {
    /// How often a breakpoint was hit, up to a moment and with it.
    pub fn hits(&self, breakpoint: u32, until: Position) -> usize {
        self.counted
            .get(&breakpoint)
            .map_or(0, |it| it.hits.until(until) as usize)
    }

    /// Whether nothing was left out of a breakpoint's hits before a tick: it was there from the run's
    /// start, or chooses among its hits, which are then counted from there.
    pub fn counts_all(&self, breakpoint: u32, before: Tick) -> bool {
        self.until(breakpoint) >= before
    }

    /// What breakpoints noted, in the order of the run; of very many, the newest.
    pub fn logged(&self) -> &VecDeque<Logged> {
        &self.logged
    }

    /// Why a breakpoint's condition had no value, the first time that it had none.
    pub fn failure(&self, breakpoint: u32) -> Option<Cause> {
        let (_, cause) = self.counted.get(&breakpoint)?.failed?;
        Some(cause)
    }

    /// Gets to know the breakpoints that are in force now. What one counted at another place or with
    /// another condition is forgotten, and what it noted with another message.
    pub fn meet(&mut self, stops: &Stops) {
        for breakpoint in &stops.breakpoints {
            let Some(known) = self.counted.get_mut(&breakpoint.id) else {
                let counted = Counted::nothing_of(breakpoint);
                self.counted.insert(breakpoint.id, Arc::new(counted));
                continue;
            };
            if known.breakpoint == *breakpoint {
                continue;
            }
            // What is noted goes by which hits count, and by the message.
            let same = known.breakpoint.at == breakpoint.at
                && known.breakpoint.condition == breakpoint.condition
                && known.breakpoint.log.is_none()
                && breakpoint.log.is_none();
            if same {
                Arc::make_mut(known).breakpoint = breakpoint.clone();
            } else {
                *known = Arc::new(Counted::nothing_of(breakpoint));
            }
            self.logged.retain(|it| it.breakpoint != breakpoint.id);
        }
    }

    /// The breakpoints that choose among their hits and do not know all that came before a tick, and
    /// the first tick that one of them knows nothing of.
    pub(crate) fn uncounted(&self, stops: &Stops, before: Tick) -> Option<(Stops, Tick)> {
        let lacks = |it: &&Breakpoint| it.hits != HitCount::Any && self.until(it.id) < before;
        let breakpoints: Vec<Breakpoint> =
            stops.breakpoints.iter().filter(lacks).cloned().collect();
        let from = breakpoints.iter().map(|it| self.until(it.id)).min()?;
        let stops = Stops {
            breakpoints,
            faults: false,
        };
        Some((stops, from))
    }

    fn until(&self, breakpoint: u32) -> Tick {
        self.counted.get(&breakpoint).map_or(Tick(0), |it| it.until)
    }

    /// Hits of each breakpoint before a tick.
    pub(crate) fn hits_before(&self, stops: &Stops, tick: Tick) -> Vec<u32> {
        let before = |it: &Breakpoint| {
            let counted = self.counted.get(&it.id);
            counted.map_or(0, |it| it.hits.before(tick))
        };
        stops.breakpoints.iter().map(before).collect()
    }

    /// Takes over what a tick counted.
    pub(crate) fn take(&mut self, stops: &Stops, probe: &Probe, tick: Tick) {
        for (place, breakpoint) in stops.breakpoints.iter().enumerate() {
            let Some(counted) = self.counted.get_mut(&breakpoint.id) else {
                continue;
            };
            let own = probe.hits.iter().filter(|(of, _)| *of == place);
            let steps: Vec<u32> = own.map(|(_, step)| *step).collect();
            // A tick that stands still is counted once it is done.
            let goes_on = probe.held.is_none() && counted.until == tick;
            if steps.is_empty() && !goes_on {
                continue;
            }
            let counted = Arc::make_mut(counted);
            counted.hits.note(tick, &steps);
            if goes_on {
                counted.until = tick.after(1);
            }
        }
        for logged in &probe.logged {
            self.note(logged);
        }
        for (place, step, cause) in &probe.failed {
            if let Some(breakpoint) = stops.breakpoints.get(*place) {
                self.fail(breakpoint.id, Position { tick, step: *step }, *cause);
            }
        }
    }

    /// How often a breakpoint was hit so far.
    pub fn all_hits(&self, breakpoint: u32) -> u32 {
        let counted = self.counted.get(&breakpoint);
        counted.map_or(0, |it| it.hits.until(Position::end_of(Tick(u32::MAX))))
    }

    /// Counts a hit in a run elsewhere, each at a place of its own.
    pub fn hit(&mut self, breakpoint: u32, at: Position) {
        if let Some(counted) = self.counted.get_mut(&breakpoint) {
            Arc::make_mut(counted).hits.add(at);
        }
    }

    /// Takes up that a breakpoint's condition had no value.
    pub fn fail(&mut self, breakpoint: u32, at: Position, cause: Cause) {
        if let Some(counted) = self.counted.get_mut(&breakpoint)
            && counted.failed.is_none_or(|(first, _)| at < first)
        {
            Arc::make_mut(counted).failed = Some((at, cause));
        }
    }

    /// Takes up what a breakpoint noted.
    pub fn note(&mut self, logged: &Logged) {
        let key = |it: &Logged| (it.position, it.breakpoint);
        let Err(at) = self.logged.binary_search_by_key(&key(logged), key) else {
            return;
        };
        let is_full = self.logged.len() >= MOST_NOTES;
        if is_full && at == 0 {
            return;
        }
        self.logged.insert(at, logged.clone());
        if is_full {
            self.logged.pop_front();
        }
    }

    /// Forgets what lies behind a moment.
    pub(crate) fn cut(&mut self, after: Position) {
        // Of a tick that is not done, the rest is to come.
        let whole = match after.is_end() {
            true => after.tick.after(1),
            false => after.tick,
        };
        for counted in self.counted.values_mut() {
            let counted = Arc::make_mut(counted);
            counted.hits.cut(after);
            counted.until = counted.until.min(whole);
            counted.failed = counted.failed.filter(|(at, _)| *at <= after);
        }
        self.logged.retain(|it| it.position <= after);
    }

    /// Forgets a breakpoint.
    pub fn forget(&mut self, breakpoint: u32) {
        self.counted.remove(&breakpoint);
        self.logged.retain(|it| it.breakpoint != breakpoint);
    }
}
