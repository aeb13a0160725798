//! Words of a test for what the run knows as numbers.

use runtime::{Ending, StandInPilot};

use super::fact::ShipState;

/// A word and what it stands for.
pub(super) type Words<T> = &'static [(&'static str, T)];

/// Who flies the player's ship, as `sortie preview --pilot` names them.
pub(super) const PILOTS: Words<StandInPilot> = &[
    ("hold", StandInPilot::Hold),
    ("route", StandInPilot::FollowNavPoints),
    ("fight", StandInPilot::Fight),
];

/// States of a ship.
pub(super) const SHIP_STATES: Words<ShipState> = &[
    ("made", ShipState::Made),
    ("destroyed", ShipState::Destroyed),
    ("docked", ShipState::Docked),
    ("launched", ShipState::Launched),
    ("jumped_in", ShipState::JumpedIn),
    ("jumped_out", ShipState::JumpedOut),
    ("disabled", ShipState::Disabled),
    ("hidden", ShipState::Hidden),
    ("cloaked", ShipState::Cloaked),
    ("hostile", ShipState::Hostile),
    ("exploding", ShipState::Exploding),
    ("targetable", ShipState::Targetable),
];

/// States of an objective (script-vm V267).
pub(super) const OBJECTIVE_STATES: Words<u16> = &[("hidden", 0), ("listed", 1), ("current", 2)];

/// Ways in which a mission ends.
pub(super) const ENDINGS: Words<Ending> = &[
    ("over", Ending::Over),
    ("terminated", Ending::Terminated),
    ("killed", Ending::Killed),
    ("rescued", Ending::Rescued),
    ("captured", Ending::Captured),
    ("pod_destroyed", Ending::PodDestroyed),
];

/// Grades of a mission (`ratings` of `assets/tables/game_variables.yaml`).
pub(super) const RATINGS: Words<u32> = &[
    ("total_failure", u32::MAX),
    ("failure", 0),
    ("partial_failure", 1),
    ("partial_success", 2),
    ("success", 3),
    ("success_bonus", 4),
];

/// Variable: the script's grade of the mission (`assets/tables/game_variables.yaml`, 14).
pub(super) const RATING_VARIABLE: u8 = 14;
/// Objectives that a mission has (script-vm V267).
pub(super) const OBJECTIVES: u16 = 10;

/// A dword of the script as an author reads it: what is just below 0 with its sign.
pub(super) fn dword_text(value: u32) -> String {
    match value.cast_signed() {
        signed @ -65_536..0 => signed.to_string(),
        _ => value.to_string(),
    }
}

/// What a word stands for.
pub(super) fn meaning<T: Copy>(words: Words<T>, word: &str) -> Option<T> {
    let found = words.iter().find(|(own, _)| *own == word);
    found.map(|(_, value)| *value)
}

/// The word for something.
pub(super) fn word<T: PartialEq>(words: Words<T>, value: T) -> Option<&'static str> {
    let found = words.iter().find(|(_, own)| *own == value);
    found.map(|(word, _)| *word)
}
