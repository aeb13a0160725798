//! What a mission asked for that the simulation does not do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::clock::Tick;

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

    /// Counts a gap, and says whether it is met for the first time.
    pub(crate) fn count(&mut self, name: &str, tick: Tick, script: Option<u32>) -> bool {
        if let Some(gap) = self.0.get_mut(name) {
            gap.count = gap.count.saturating_add(1);
            return false;
        }
        let gap = Gap {
            count: 1,
            first_tick: tick,
            first_script: script,
        };
        self.0.insert(name.to_owned(), gap);
        true
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
        assert_eq!(gaps.len(), 1);
    }
}
