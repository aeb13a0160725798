//! What happened, for the author to read and copy.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

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
    /// When it happened, counted from the program's start.
    pub at: Duration,
    /// How much it matters.
    pub level: Level,
    /// What happened.
    pub text: String,
    /// What it is about.
    pub place: Option<Place>,
}

impl Entry {
    /// When it happened, as hours, minutes and seconds of the program's run.
    pub fn time(&self) -> String {
        let seconds = self.at.as_secs();
        let (minutes, hours) = (seconds / 60, seconds / 3600);
        format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60)
    }
}

/// What happened, newest last.
#[derive(Debug)]
pub struct Log {
    begun: Instant,
    entries: VecDeque<Entry>,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            entries: VecDeque::new(),
        }
    }
}

impl Log {
    /// Adds an entry.
    pub fn push(&mut self, level: Level, text: impl Into<String>, place: Option<Place>) {
        if self.entries.len() == KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry {
            at: self.begun.elapsed(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_a_clock_does() {
        let mut log = Log::default();
        log.push(Level::Info, "Begun", None);
        let mut entry = log.entries().next().unwrap().clone();
        entry.at = Duration::from_secs(3_725);
        assert_eq!(entry.time(), "1:02:05");
    }
}
