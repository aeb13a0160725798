//! How often things happened in a run, whatever room its log has left.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::trace::TraceEvent;

/// What happened in a run, counted as it came: a log leaves out what it has no room for, a count does
/// not.
///
/// Calls are counted where the run logs what scripts do ([`TraceLevel::Script`](crate::TraceLevel));
/// all else always is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    firings: BTreeMap<u16, u64>,
    calls: BTreeMap<u8, u64>,
    /// Threads by their first instruction, in bytes from the start of the script.
    threads: BTreeMap<u32, u64>,
    /// Faults by the instruction that failed, likewise.
    faults: BTreeMap<u32, u64>,
    /// Lines, tunes and films by their names in small letters.
    lines: BTreeMap<String, u64>,
    tunes: BTreeMap<String, u64>,
    films: BTreeMap<String, u64>,
    ships: BTreeMap<(u16, Happening), u64>,
}

/// What happens to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Happening {
    /// It was destroyed.
    Destroyed,
    /// It docked.
    Docked,
    /// It left its carrier.
    Launched,
    /// It arrived by a jump, a warp or a gate.
    JumpedIn,
    /// It jumped away.
    JumpedOut,
}

impl Counts {
    /// How often a trigger started its thread or woke it. One that was met and did neither, since its
    /// thread still ran or 31 did, has not fired (script-vm V145, V146).
    pub fn firings(&self, trigger: u16) -> u64 {
        of(&self.firings, &trigger)
    }

    /// How often a part was called by its number.
    pub fn calls(&self, part: u8) -> u64 {
        of(&self.calls, &part)
    }

    /// How many threads started within these bytes of the script.
    pub fn threads(&self, bytes: Range<u32>) -> u64 {
        within(&self.threads, bytes)
    }

    /// How many threads failed, by an instruction within these bytes of the script or anywhere.
    pub fn faults(&self, bytes: Option<Range<u32>>) -> u64 {
        match bytes {
            Some(bytes) => within(&self.faults, bytes),
            None => self.faults.values().sum(),
        }
    }

    /// How often a line of the radio began, by its name in any case.
    pub fn lines(&self, name: &str) -> u64 {
        of(&self.lines, &name.to_ascii_lowercase())
    }

    /// How often a tune began, likewise.
    pub fn tunes(&self, name: &str) -> u64 {
        of(&self.tunes, &name.to_ascii_lowercase())
    }

    /// How often a film began, likewise.
    pub fn films(&self, name: &str) -> u64 {
        of(&self.films, &name.to_ascii_lowercase())
    }

    /// How often something happened to a ship.
    pub fn of_ship(&self, ship: u16, happening: Happening) -> u64 {
        of(&self.ships, &(ship, happening))
    }

    pub(crate) fn note(&mut self, event: &TraceEvent) {
        use TraceEvent as E;
        let (ship, happening) = match event {
            E::TriggerFired {
                trigger, firing, ..
            } => {
                if firing.ran() {
                    count(&mut self.firings, *trigger);
                }
                return;
            }
            E::Called { part, .. } => return count(&mut self.calls, *part),
            E::ThreadStarted { script, .. } => return count(&mut self.threads, *script),
            E::Fault { script, .. } => return count(&mut self.faults, *script),
            E::LineBegun { name, .. } => return count_name(&mut self.lines, name),
            E::Music { name, .. } => return count_name(&mut self.tunes, name),
            E::FilmBegun { name } => return count_name(&mut self.films, name),
            E::ShipDestroyed { ship } => (ship, Happening::Destroyed),
            E::Docked { ship } => (ship, Happening::Docked),
            E::Launched { ship } => (ship, Happening::Launched),
            E::JumpedIn { ship } => (ship, Happening::JumpedIn),
            E::JumpedOut { ship } => (ship, Happening::JumpedOut),
            _ => return,
        };
        count(&mut self.ships, (*ship, happening));
    }
}

fn of<K: Ord>(counts: &BTreeMap<K, u64>, key: &K) -> u64 {
    counts.get(key).copied().unwrap_or(0)
}

fn within(counts: &BTreeMap<u32, u64>, bytes: Range<u32>) -> u64 {
    // A map refuses a range that ends before it begins.
    match bytes.is_empty() {
        true => 0,
        false => counts.range(bytes).map(|(_, many)| many).sum(),
    }
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    let many = counts.entry(key).or_default();
    *many = many.saturating_add(1);
}

fn count_name(counts: &mut BTreeMap<String, u64>, name: &str) {
    count(counts, name.to_ascii_lowercase());
}
