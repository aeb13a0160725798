//! The game's variables (script-vm 7).

use serde::{Deserialize, Serialize};

/// Variables that a script can name (V300).
const COUNT: usize = 256;

/// Variable: the script offers the player a jump.
pub(crate) const JUMP_READY: u8 = 0;
/// Variable: the script offers the player a warp.
pub(crate) const WARP_READY: u8 = 1;
/// Variable: the carrier will send help.
pub(crate) const BACKUP_AVAILABLE: u8 = 3;
/// Variable: missiles that the player's ship has left.
pub(crate) const MISSILES_LEFT: u8 = 4;
/// Variable: the mission is over.
pub(crate) const MISSION_OVER: u8 = 9;
/// Variable: the script lets the player land.
pub(crate) const LANDING_CLEARED: u8 = 10;
/// Variable: the script's grade of the mission.
pub(crate) const MISSION_SUCCESS: u8 = 14;
/// Variable: human players.
pub(crate) const PLAYERS: u8 = 15;
/// Variable: the grade of the last mission survived.
pub(crate) const LAST_SUCCESS: u8 = 27;
/// Variable: a count that falls by 1 a second.
pub(crate) const COUNTDOWN: u8 = 33;

/// Cleared before each attempt at a mission (V301).
const CLEARED: [u8; 9] = [0, 1, 3, 9, 10, 14, 28, 34, 37];
/// Set to 1 by a new campaign (V302).
const CAMPAIGN_ONES: [u8; 20] = [
    5, 6, 7, 8, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 29, 30, 31, 32, 35, 36,
];

/// The game's variables: 256 dwords, 0 to 37 with a meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Variables(Vec<u32>);

impl Variables {
    /// What a new campaign starts with (V302).
    pub fn new_campaign() -> Self {
        let mut variables = Self(vec![0; COUNT]);
        for number in CAMPAIGN_ONES {
            variables.set(number, 1);
        }
        variables
    }

    /// A variable's value.
    pub fn get(&self, number: u8) -> u32 {
        self.0.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// Sets a variable.
    pub fn set(&mut self, number: u8, value: u32) {
        // Values from elsewhere may hold fewer.
        if self.0.len() < COUNT {
            self.0.resize(COUNT, 0);
        }
        if let Some(variable) = self.0.get_mut(usize::from(number)) {
            *variable = value;
        }
    }

    /// All values, in order of their numbers.
    pub fn values(&self) -> &[u32] {
        &self.0
    }

    /// Makes the variables ready for an attempt at a mission (V301).
    pub(crate) fn begin_attempt(&mut self, players: u8) {
        for number in CLEARED {
            self.set(number, 0);
        }
        self.set(PLAYERS, u32::from(players));
    }
}

impl Default for Variables {
    fn default() -> Self {
        Self::new_campaign()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v301_an_attempt_clears_its_own() {
        let mut variables = Variables::new_campaign();
        variables.set(9, 4);
        variables.set(11, 6);
        variables.begin_attempt(2);
        assert_eq!(variables.get(14), 0);
        assert_eq!(variables.get(9), 0);
        assert_eq!(variables.get(11), 6);
        assert_eq!(variables.get(15), 2);
    }

    #[test]
    fn v302_a_new_campaign() {
        let variables = Variables::new_campaign();
        let ones: Vec<u8> = (0..=255).filter(|&n| variables.get(n) == 1).collect();
        let mut want: Vec<u8> = vec![5, 6, 7, 8, 13, 14];
        want.extend(16..=23);
        want.extend(29..=32);
        want.extend([35, 36]);
        assert_eq!(ones, want);
    }
}
