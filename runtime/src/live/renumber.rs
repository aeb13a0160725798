//! The numbers of records as records come and go: the parts of the script's timers (message 0x10).

use crate::simulation::Simulation;

/// What happened to the records that an index is one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renumber {
    /// So many were added at a place, or removed there where the number is negative. An index before
    /// the place stays; one of a removed place itself names nothing any more; the others move by the
    /// number.
    Shift {
        /// The first record that changed.
        first: u32,
        /// How many were added; negative where they were removed.
        added: i16,
    },
    /// A record was removed, and what named it names the record `count` instead. Every other index
    /// stays: the source says no more of this mode than that it sets the removed record's index.
    SetToCount {
        /// The record that was removed.
        removed: u32,
        /// What its index becomes.
        count: u32,
    },
    /// A record was taken from one place to another; those between move up or down by one.
    Move {
        /// Where it was.
        from: u32,
        /// Where it is.
        to: u32,
    },
}

/// A record's index once records were added, removed or moved, as the original's editor and game
/// keep their indices in step; `None` for an index that names no record.
///
/// Message 0x10 uses [`Renumber::Shift`] alone. Where several records are removed at once, an index
/// of one behind the first moves by the number like any other, as in the original; one that would
/// come before the first record, where the original leaves a number that no record has, names
/// nothing.
pub fn index_renumber(index: Option<u32>, change: Renumber) -> Option<u32> {
    let index = index?;
    match change {
        Renumber::Shift { first, .. } if index < first => Some(index),
        Renumber::Shift { first, added } if added < 0 && index == first => None,
        Renumber::Shift { added, .. } => index.checked_add_signed(i32::from(added)),
        Renumber::SetToCount { removed, count } if index == removed => Some(count),
        Renumber::SetToCount { .. } => Some(index),
        Renumber::Move { from, to } if index == from => Some(to),
        Renumber::Move { from, to } if from < index && index <= to => index.checked_sub(1),
        Renumber::Move { from, to } if to <= index && index < from => index.checked_add(1),
        Renumber::Move { .. } => Some(index),
    }
}

impl Simulation {
    /// Renumbers the parts that the script's timers run, once parts were added at a place, or removed
    /// where the number is negative (message 0x10), by [`Renumber::Shift`].
    ///
    /// A timer that is left without a part is free, as the mark of none is that of a free timer
    /// (script-vm V103). The rest of a timer stays, and its part is looked up as it fires.
    pub fn renumber_timer_parts(&mut self, first: u32, added: i16) {
        for place in &mut self.vm.timers {
            let Some(timer) = place else {
                continue;
            };
            // Only a script's nonsense is negative; it names no part and keeps naming none.
            let Ok(part) = u32::try_from(timer.part) else {
                continue;
            };
            let renumbered = index_renumber(Some(part), Renumber::Shift { first, added });
            match renumbered.and_then(|part| i32::try_from(part).ok()) {
                Some(part) => timer.part = part,
                None => *place = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(change: Renumber) -> Vec<Option<u32>> {
        (0..6).map(|it| index_renumber(Some(it), change)).collect()
    }

    #[test]
    fn added_records_move_those_from_their_place_on() {
        let added = Renumber::Shift { first: 2, added: 3 };
        assert_eq!(all(added), [0, 1, 5, 6, 7, 8].map(Some));
        let none = Renumber::Shift { first: 2, added: 0 };
        assert_eq!(all(none), [0, 1, 2, 3, 4, 5].map(Some));
    }

    #[test]
    fn the_first_removed_record_is_named_no_more() {
        let removed = Renumber::Shift {
            first: 2,
            added: -1,
        };
        assert_eq!(
            all(removed),
            [Some(0), Some(1), None, Some(2), Some(3), Some(4)]
        );
        let two = Renumber::Shift {
            first: 1,
            added: -2,
        };
        assert_eq!(
            all(two),
            [Some(0), None, Some(0), Some(1), Some(2), Some(3)]
        );
    }

    #[test]
    fn a_removed_record_can_become_another() {
        let change = Renumber::SetToCount {
            removed: 2,
            count: 9,
        };
        assert_eq!(all(change), [0, 1, 9, 3, 4, 5].map(Some));
    }

    #[test]
    fn a_moved_record_takes_those_between_along() {
        let up = Renumber::Move { from: 1, to: 4 };
        assert_eq!(all(up), [0, 4, 1, 2, 3, 5].map(Some));
        let down = Renumber::Move { from: 4, to: 1 };
        assert_eq!(all(down), [0, 2, 3, 4, 1, 5].map(Some));
        let nowhere = Renumber::Move { from: 3, to: 3 };
        assert_eq!(all(nowhere), [0, 1, 2, 3, 4, 5].map(Some));
    }

    #[test]
    fn no_record_stays_none_and_the_ends_hold() {
        for change in [
            Renumber::Shift { first: 0, added: 1 },
            Renumber::SetToCount {
                removed: 0,
                count: 1,
            },
            Renumber::Move { from: 0, to: 1 },
        ] {
            assert_eq!(index_renumber(None, change), None);
        }
        let last = Renumber::Shift {
            first: 0,
            added: i16::MAX,
        };
        assert_eq!(index_renumber(Some(u32::MAX), last), None);
        let before = Renumber::Shift {
            first: 0,
            added: i16::MIN,
        };
        assert_eq!(index_renumber(Some(5), before), None);
    }
}
