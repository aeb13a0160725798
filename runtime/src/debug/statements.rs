//! Which bytes of a script start a statement, and which statements ran.

use std::sync::Arc;

/// Statements that are told apart at most.
const MOST: usize = u16::MAX as usize - 1;

/// The first instruction of each statement of a script, by its offset in bytes from the start of the
/// script.
///
/// What a statement is, the caller knows: a line of the author's text has several instructions.
/// Statements are numbered from 0 in the order of their offsets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statements {
    /// For each byte of the script, its statement's number and 1; 0 for a byte that starts none.
    marks: Arc<[u16]>,
    offsets: Arc<[u32]>,
}

impl Statements {
    /// The statements that start at these offsets. The last of more than 65,534 are left out.
    pub fn new(offsets: impl IntoIterator<Item = u32>) -> Self {
        let mut offsets: Vec<u32> = offsets.into_iter().collect();
        offsets.sort_unstable();
        offsets.dedup();
        offsets.truncate(MOST);
        let len = offsets.last().map_or(0, |&last| last as usize + 1);
        let mut marks = vec![0; len];
        for (number, &offset) in (1..).zip(&offsets) {
            if let Some(mark) = marks.get_mut(offset as usize) {
                *mark = number;
            }
        }
        Self {
            marks: marks.into(),
            offsets: offsets.into(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Where each starts, in order.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// The number of the statement that starts at an offset.
    #[inline(always)]
    pub(crate) fn number(&self, offset: usize) -> Option<u16> {
        self.marks.get(offset).and_then(|mark| mark.checked_sub(1))
    }
}

/// The bytes of a statement behind its first, within which no other starts: a thread that stays there
/// has nothing to note.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Within {
    first: u32,
    bytes: u32,
}

impl Within {
    /// Whether an offset is among them.
    #[inline(always)]
    pub(crate) fn holds(self, offset: u32) -> bool {
        offset.wrapping_sub(self.first) < self.bytes
    }
}

/// Which statements ran, by their numbers in [`Statements`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    ran: Vec<u64>,
}

impl Coverage {
    /// Nothing ran of so many statements.
    pub(crate) fn new(count: usize) -> Self {
        Self {
            ran: vec![0; count.div_ceil(64)],
        }
    }

    /// Notes that a statement ran.
    #[inline(always)]
    pub(crate) fn note(&mut self, statement: u16) {
        if let Some(word) = self.ran.get_mut(usize::from(statement) / 64) {
            *word |= 1 << (statement % 64);
        }
    }

    /// Notes the statement that starts at an offset, if one does, and gives its other bytes.
    #[inline]
    pub(crate) fn enter(&mut self, statements: &Statements, offset: u32) -> Within {
        let Some(number) = statements.number(offset as usize) else {
            return Within::default();
        };
        self.note(number);
        let first = offset.wrapping_add(1);
        let next = statements.offsets.get(usize::from(number) + 1);
        let end = next.copied().unwrap_or(u32::MAX);
        Within {
            first,
            bytes: end.wrapping_sub(first),
        }
    }

    /// Whether a statement ran.
    pub fn has(&self, statement: usize) -> bool {
        let word = self.ran.get(statement / 64).copied().unwrap_or(0);
        word >> (statement % 64) & 1 != 0
    }

    /// How many statements ran.
    pub fn count(&self) -> usize {
        self.ran.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds what another run of the same script ran.
    pub fn merge(&mut self, other: &Self) {
        if self.ran.len() < other.ran.len() {
            self.ran.resize(other.ran.len(), 0);
        }
        for (word, other) in self.ran.iter_mut().zip(&other.ran) {
            *word |= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_numbered_by_their_offsets() {
        let statements = Statements::new([9, 2, 2, 30]);
        assert_eq!(statements.offsets(), [2, 9, 30]);
        assert_eq!(statements.number(2), Some(0));
        assert_eq!(statements.number(9), Some(1));
        assert_eq!(statements.number(30), Some(2));
        assert_eq!(statements.number(3), None);
        assert_eq!(statements.number(31), None);
        assert!(Statements::new([]).is_empty());
    }

    #[test]
    fn a_statement_is_left_where_another_starts() {
        let statements = Statements::new([2, 9, 10]);
        let mut covered = Coverage::new(3);
        let mut enter = |offset| {
            let within = covered.enter(&statements, offset);
            let held: Vec<u32> = (0..20).filter(|it| within.holds(*it)).collect();
            held
        };
        assert_eq!(enter(2), [3, 4, 5, 6, 7, 8]);
        assert_eq!(enter(9), [0; 0]);
        assert_eq!(enter(10), [11, 12, 13, 14, 15, 16, 17, 18, 19]);
        assert_eq!(enter(5), [0; 0], "none starts there");
        assert_eq!(covered.count(), 3);
    }

    #[test]
    fn coverages_add_up() {
        let mut one = Coverage::new(100);
        one.note(3);
        one.note(99);
        let mut other = Coverage::new(100);
        other.note(64);
        other.merge(&one);
        assert_eq!(other.count(), 3);
        assert!(other.has(3) && other.has(64) && other.has(99) && !other.has(4));
        let mut fresh = Coverage::default();
        fresh.merge(&other);
        assert_eq!(fresh.count(), 3);
    }
}
