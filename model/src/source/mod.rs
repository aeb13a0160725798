//! A mission as its author's YAML text, Mission Source version 1.
//!
//! [`Source::read`] reads a text, telling every problem with its line; [`Source::save`] gives the text
//! back with a changed mission in it, touching no line that the change does not mean; [`write()`]
//! writes a mission from nothing. Reading what was written gives the same mission.

mod packed;
mod read;
mod symbols;
mod write;

use formats::yaml::{Document, NodeValue, Position, Value, patch};

use crate::diagnostic::Place;
use crate::mission::Mission;

/// Something wrong with a source's text, so that it cannot be read as a mission.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct SourceProblem {
    /// Where.
    pub position: Position,
    /// What is wrong, and the way out.
    pub message: String,
}

/// A mission and the text that it was read from.
#[derive(Debug, Clone)]
pub struct Source {
    /// The mission.
    pub mission: Mission,
    document: Document,
    value: Value,
}

/// A mission's text, written from nothing in one stable form.
///
/// With `residue`, the text also carries the image that the mission was made from, so that its stale
/// bytes survive; it makes the text a good deal longer.
pub fn write(mission: &Mission, residue: bool) -> String {
    formats::yaml::render(&write::value(mission, residue))
}

impl Source {
    /// Reads a text.
    ///
    /// # Errors
    /// Every problem found, in the order of the text. A text with problems is not a mission: opening
    /// it as one could lose what was not understood.
    pub fn read(text: &str) -> Result<Self, Vec<SourceProblem>> {
        let document = Document::parse(text).map_err(|error| {
            vec![SourceProblem {
                position: error.position,
                message: error.message,
            }]
        })?;
        let (mission, problems) = read::mission(&document.root);
        let mut problems: Vec<_> = problems
            .into_iter()
            .map(|problem| SourceProblem {
                position: document.position(problem.span.start),
                message: problem.message,
            })
            .collect();
        if !problems.is_empty() {
            problems.sort_by_key(|problem| problem.position);
            return Err(problems);
        }
        let value = write::value(&mission, document.root.get("residue").is_some());
        Ok(Self {
            mission,
            document,
            value,
        })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.document.text
    }

    /// How many comments the text has.
    pub fn comments(&self) -> usize {
        self.document.comments.len()
    }

    /// The text with another mission in the place of the one that was read. Lines about what the two
    /// have in common stay as they are. The stale bytes of an image are kept if the mission has them.
    pub fn save(&self, mission: &Mission) -> String {
        let value = write::value(mission, mission.residue.is_some());
        patch(&self.document, &self.value, &value)
    }

    /// Where in the text something is, as near as the text has it: the place in a routine, else the
    /// field, else the record, else the start.
    pub fn position(&self, place: &Place) -> Position {
        let start = Position { line: 1, column: 1 };
        let Some(record) = &place.record else {
            return start;
        };
        let collection = self.document.root.get(record.collection.key());
        let entry = collection.and_then(|node| node.items()).and_then(|items| {
            items
                .iter()
                .find(|item| item.get("id").and_then(|id| id.text()) == Some(&*record.id))
        });
        let Some(entry) = entry else { return start };
        let Some(field) = place.field.and_then(|field| entry.get(field)) else {
            return self.document.position(entry.span.start);
        };
        match (&place.span, &field.value) {
            (Some(span), NodeValue::Scalar { .. }) => self.document.position_in(field, span.start),
            _ => self.document.position(field.span.start),
        }
    }
}
