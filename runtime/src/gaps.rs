//! What a mission asked for that the simulation does not do.

use std::collections::BTreeMap;

use formats::catalogue;
use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::vm::conditions::is_posted;

/// Gaps that have names of their own. Commands, orders and events go by the catalogue's.
const NAMED: [&str; 22] = [
    "an eleventh shot",
    "avoidance",
    "cloaks of models",
    "command SetObjective outside missions 1 to 35",
    "docking ports",
    "ejected wreck",
    "gate tunnels",
    "guns",
    "jump unasked",
    "landing",
    "launch from a ship without a bay",
    "launch from no carrier",
    "launch points",
    "missile racks",
    "patrol in formation",
    "pilot past the last record",
    "ship at no place",
    "squad of more ships than a walk reaches",
    "threads left to the next tick",
    "torpedo strikes",
    "variable MissilesLeft",
    "watches past the most that look",
];
/// How the gaps of live edits begin, which only a linked editor brings.
pub(crate) const LIVE_EDIT: &str = "live edit: ";

/// A thing that the simulation passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// How often it was asked for.
    pub count: u32,
    /// When it was first asked for.
    pub first_tick: Tick,
    /// The instruction that first asked for it, in bytes from the start of the script; `None` where
    /// no script did.
    pub first_script: Option<u32>,
    /// When it was last asked for.
    pub last_tick: Tick,
    /// The instruction that last asked for it, likewise.
    pub last_script: Option<u32>,
}

/// Every command, order and effect that the simulation passed over, counted by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gaps(BTreeMap<String, Gap>);

impl Gaps {
    /// Each gap with its name, in order of the names: `command TurretSetTarget`, `order 110`,
    /// `guns`.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Gap)> {
        self.0.iter().map(|(name, gap)| (name.as_str(), gap))
    }

    /// The gap of this name, if it was met.
    pub fn get(&self, name: &str) -> Option<&Gap> {
        self.0.get(name)
    }

    /// Gaps met.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the mission has asked for nothing that is missing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names that gaps of a mission can have. A command, an order or an event that the catalogue
    /// does not know is named by its number, such as `order -3`; such names are not listed.
    pub fn names() -> Vec<String> {
        let commands = catalogue::commands().iter().map(|it| command(it.index));
        let orders = catalogue::orders().iter();
        let orders = orders.map(|it| format!("order {}", it.number));
        let conditions = catalogue::conditions().iter().map(|it| it.index);
        let events = conditions.filter(|it| !is_posted(*it)).map(event);
        let named = NAMED.into_iter().map(str::to_owned);
        named.chain(commands).chain(orders).chain(events).collect()
    }

    /// Whether a gap of a mission can have this name.
    pub fn can_have(name: &str) -> bool {
        let numbered = |kind: &str| name.strip_prefix(kind)?.parse::<i16>().ok();
        let by_number = |kind, own: fn(u8) -> String| {
            let number = numbered(kind).and_then(|it| u8::try_from(it).ok());
            number.is_some_and(|it| own(it) == name)
        };
        Self::names().iter().any(|own| own == name)
            || numbered("order ").is_some_and(|it| format!("order {it}") == name)
            || by_number("command ", command)
            || by_number("event ", event)
    }

    /// Counts a gap, and says whether it is met for the first time.
    pub(crate) fn count(&mut self, name: &str, tick: Tick, script: Option<u32>) -> bool {
        if let Some(gap) = self.0.get_mut(name) {
            gap.count = gap.count.saturating_add(1);
            (gap.last_tick, gap.last_script) = (tick, script);
            return false;
        }
        debug_assert!(is_gap(name), "{name} is among the names of gaps");
        let gap = Gap {
            count: 1,
            first_tick: tick,
            first_script: script,
            last_tick: tick,
            last_script: script,
        };
        self.0.insert(name.to_owned(), gap);
        true
    }
}

fn is_gap(name: &str) -> bool {
    name.starts_with(LIVE_EDIT) || Gaps::can_have(name)
}

/// The name of the gap that a command leaves.
pub(crate) fn command(number: u8) -> String {
    match catalogue::command(number) {
        Some(command) => format!("command {}", command.name),
        None => format!("command {number}"),
    }
}

/// The name of the gap that an event leaves which nothing posts.
pub(crate) fn event(number: u8) -> String {
    match catalogue::condition(number) {
        Some(condition) => format!("event {}", condition.symbol()),
        None => format!("event {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_is_kept() {
        let mut gaps = Gaps::default();
        assert!(gaps.count("guns", Tick(5), Some(12)));
        assert!(!gaps.count("guns", Tick(9), None));
        let gap = gaps.get("guns").unwrap();
        assert_eq!(
            (gap.count, gap.first_tick, gap.first_script),
            (2, Tick(5), Some(12))
        );
        assert_eq!((gap.last_tick, gap.last_script), (Tick(9), None));
        assert_eq!(gaps.len(), 1);
    }

    #[test]
    fn only_known_names_are_gaps() {
        for name in ["guns", "command StartMissileCam", "order 110", "order -3"] {
            assert!(Gaps::can_have(name), "{name}");
        }
        for name in [
            "",
            "gun",
            "comand StartMissileCam",
            "command 31",
            "order 0110",
            "live edit: x",
        ] {
            assert!(!Gaps::can_have(name), "{name}");
        }
        // The catalogue ends before it.
        assert!(Gaps::can_have("command 255"));
        let names = Gaps::names();
        assert!(names.iter().all(|name| Gaps::can_have(name)));
    }
}
