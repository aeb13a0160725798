//! The words and numbers of a state's values.

use formats::catalogue;

use crate::hold::{Hold, Release};

use super::super::text;
use super::{MOST_WORD, StateCause};

pub(super) const NONE: &str = "none";
pub(super) const TRIGGER: &str = "trigger";
pub(super) const COMMAND: &str = "command";
pub(super) const HOLDS: [(&str, Hold); 3] = [
    ("held", Hold::Held),
    ("released", Hold::Released),
    (NONE, Hold::None),
];
pub(super) const STEPS: [(&str, Option<Release>); 4] = [
    ("run_on", Some(Release::RunOn)),
    ("into", Some(Release::Into)),
    ("over", Some(Release::Over)),
    (NONE, None),
];

pub(super) fn hold_word(hold: Hold) -> &'static str {
    let found = HOLDS.iter().find(|(_, of)| *of == hold);
    found.map_or(NONE, |(word, _)| word)
}

pub(super) fn step_word(step: Option<Release>) -> &'static str {
    let found = STEPS.iter().find(|(_, of)| *of == step);
    found.map_or(NONE, |(word, _)| word)
}

pub(super) fn variable_name(number: u8) -> Option<&'static str> {
    catalogue::variable(number)?.name.as_deref()
}

pub(super) fn order_name(number: u32) -> Option<&'static str> {
    let number = u16::try_from(number).ok()?;
    catalogue::order(number)?.script_name.as_deref()
}

pub(super) fn number(value: &str) -> Result<u32, StateCause> {
    value.parse().map_err(|_| StateCause::Number)
}

pub(super) fn flag(value: &str) -> Result<bool, StateCause> {
    word(value, &[("0", false), ("1", true)], "0, 1")
}

pub(super) fn word<T: Copy>(
    value: &str,
    words: &[(&str, T)],
    listed: &'static str,
) -> Result<T, StateCause> {
    let found = words.iter().find(|(word, _)| *word == value);
    found.map(|(_, of)| *of).ok_or(StateCause::Word(listed))
}

/// Whether a word comes back as it was written.
pub(super) fn is_word(word: &str) -> bool {
    (1..=MOST_WORD).contains(&word.len()) && text::is_one_line(word)
}

/// A word that nobody knows.
pub(super) fn kept(word: &str) -> Result<String, StateCause> {
    is_word(word)
        .then(|| word.to_owned())
        .ok_or(StateCause::Long)
}

/// An index below a limit; `None` where a key has something else in its place.
pub(super) fn index<T: TryFrom<u64>>(name: &str, limit: usize) -> Result<Option<T>, StateCause> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    // A number that is too long to be read is past any limit.
    let index: u64 = name.parse().map_err(|_| StateCause::Index(limit))?;
    let index = Some(index).filter(|index| *index < limit as u64);
    let index = index.and_then(|index| T::try_from(index).ok());
    index.map(Some).ok_or(StateCause::Index(limit))
}

/// Whether a variable is told: one that nobody has named only while it is not 0.
pub(super) fn is_told(number: u8, value: u32) -> bool {
    value != 0 || variable_name(number).is_some()
}
