//! What happened, for the author to read and copy.

use std::collections::VecDeque;

use model::diagnostic::Place;

/// Entries kept; older ones go.
const KEPT: usize = 2_000;

/// How much an entry matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing.
    Info,
    /// Something that was asked for was done.
    Success,
    /// Not quite as asked.
    Warning,
    /// Not done.
    Error,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// How much it matters.
    pub level: Level,
    /// What happened.
    pub text: String,
    /// What it is about.
    pub place: Option<Place>,
}

/// What happened, newest last.
#[derive(Debug, Default)]
pub struct Log {
    entries: VecDeque<Entry>,
}

impl Log {
    /// Adds an entry.
    pub fn push(&mut self, level: Level, text: impl Into<String>, place: Option<Place>) {
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry {
            level,
            text: text.into(),
            place,
        });
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator {
        self.entries.iter()
    }

    /// Forgets all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}
