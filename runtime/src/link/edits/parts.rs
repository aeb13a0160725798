//! Records that came and went: which of the new ones are old ones, and the parts of timers.

use formats::records::Part;
use formats::strings::StringPool;
use formats::{Image, SectionId};

use crate::link::ToGame;

use super::Moment;
use super::plan::Plan;

/// For each record of `after` the one of `before` that it was.
///
/// Records that are the same at the beginning and at the end are the same records. Between these,
/// as many as before are the same in order, changed where they stand; otherwise they are all new.
pub(super) fn alignment<T>(
    before: &[T],
    after: &[T],
    is_same: impl Fn(&T, &T) -> bool,
) -> Vec<Option<usize>> {
    let (first, last) = common(before, after, is_same);
    let old = before.len().saturating_sub(last);
    let new = after.len().saturating_sub(last);
    (0..after.len())
        .map(|index| {
            if index < first || old == new && index < new {
                Some(index)
            } else if index >= new {
                Some(index.saturating_sub(new).saturating_add(old))
            } else {
                None
            }
        })
        .collect()
}

/// How many records two lists have in common at their beginnings and, behind these, at their ends.
fn common<T>(before: &[T], after: &[T], is_same: impl Fn(&T, &T) -> bool) -> (usize, usize) {
    let same = |(one, other): &(&T, &T)| is_same(one, other);
    let first = before.iter().zip(after).take_while(same).count();
    let rest = |list: &'_ [T]| list.len().saturating_sub(first);
    let most = rest(before).min(rest(after));
    let ends = before.iter().rev().zip(after.iter().rev());
    (first, ends.take(most).take_while(same).count())
}

/// Plans the new numbers of the parts that timers run, where parts came or went.
///
/// Parts are told apart by their names, and those without one by their arguments and their code. Of
/// several that went at once each is told by itself, as the game only takes a timer off the first.
pub(super) fn plan(basis: &Image, wanted: &Image, moment: &Moment<'_>, plan: &mut Plan) {
    let names = moment.file.strings();
    let (before, after) = (keys(basis, names), keys(wanted, names));
    if before.len() == after.len() {
        return;
    }
    let (first, last) = common(&before, &after, |one, other| one == other);
    let between = |list: &[Key]| list.len().saturating_sub(first).saturating_sub(last);
    // A mission has 256 parts at most, and a table's count 16 bits.
    let place = first as u32;
    for _ in 0..between(&before) {
        plan.timers.push(ToGame::RenumberTimerParts {
            first: place,
            added: -1,
        });
    }
    if let Ok(added @ 1..) = i16::try_from(between(&after)) {
        plan.timers.push(ToGame::RenumberTimerParts {
            first: place,
            added,
        });
    }
}

/// What a part is known by.
#[derive(Debug, PartialEq, Eq)]
enum Key {
    Named(Vec<u8>),
    Unnamed { arguments: u8, code: Vec<u8> },
}

/// The keys of an image whose names are those of another pool.
fn keys(image: &Image, names: StringPool<'_>) -> Vec<Key> {
    let script = image.counted(SectionId::Script);
    let parts = image.records::<Part>();
    parts
        .map(|part| match names.bytes(part.name).0 {
            Some(name) if !name.is_empty() => Key::Named(name.to_vec()),
            _ => {
                let start = 2 * usize::from(part.start);
                let code = script.get(start..).unwrap_or_default();
                let extent = 2 * usize::from(part.extent);
                Key::Unnamed {
                    arguments: part.argument_count,
                    code: code.get(..extent).unwrap_or(code).to_vec(),
                }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(before: &str, after: &str) -> Vec<Option<usize>> {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        alignment(&chars(before), &chars(after), |one, other| one == other)
    }

    #[test]
    fn records_are_the_same_at_both_ends() {
        assert_eq!(aligned("abc", "abxc"), [Some(0), Some(1), None, Some(2)]);
        assert_eq!(aligned("abcd", "ad"), [Some(0), Some(3)]);
        assert_eq!(aligned("", "ab"), [None, None]);
        assert_eq!(aligned("aa", "aaa"), [Some(0), Some(1), None]);
    }

    #[test]
    fn as_many_as_before_were_changed_in_place() {
        assert_eq!(aligned("abc", "axc"), [Some(0), Some(1), Some(2)]);
        assert_eq!(aligned("ab", "xy"), [Some(0), Some(1)]);
    }
}
