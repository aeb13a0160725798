//! The texts that a document's file had before, for what an undo brings back of them.
//!
//! A record that is deleted takes its comments and its spelling along. Where a save came between that
//! and its undo, the text of the file knows neither any more.

use std::collections::VecDeque;

use model::Mission;
use model::source::Source;

/// Texts that are kept at most, besides the one that the file had first.
const MOST: usize = 8;

/// The sources that a document's file held before the one that it holds now, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct SavedTexts {
    earlier: VecDeque<Source>,
}

impl SavedTexts {
    /// Keeps a source that another takes the place of.
    pub(crate) fn keep(&mut self, source: Source) {
        if self.earlier.len() > MOST {
            // The first has the author's own hand most of all.
            self.earlier.remove(1);
        }
        self.earlier.push_back(source);
    }

    /// Forgets them, as the file was written by somebody else.
    pub(crate) fn forget(&mut self) {
        self.earlier.clear();
    }

    /// The text of a mission whose file holds `newest`: that of an earlier file, where it is that
    /// mission again; else the one that keeps the most comments.
    pub(crate) fn text(&self, newest: &Source, mission: &Mission) -> String {
        if newest.mission != *mission
            && let Some(same) = self.earlier.iter().rev().find(|it| it.mission == *mission)
        {
            return same.text().to_owned();
        }
        let text = newest.save(mission);
        let most = newest.comments();
        if self.earlier.iter().all(|it| it.comments() <= most) {
            return text;
        }
        let comments = |text: &str| Source::read(text).map_or(0, |it| it.comments());
        let mut best = (comments(&text), text);
        for source in self.earlier.iter().rev() {
            let text = source.save(mission);
            let kept = comments(&text);
            if kept > best.0 {
                best = (kept, text);
            }
        }
        best.1
    }
}
