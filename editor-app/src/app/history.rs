//! Undo and redo, and what they show of themselves.

use model::Mission;
use model::diagnostic::Place;
use model::edit::EditError;

use crate::log::Level;
use crate::renames::Renames;

use super::App;

impl App {
    pub(super) fn undo(&mut self) {
        let before = self.document.shared();
        let done = self.document.undo();
        self.after_history(done.map(|label| label.map(|it| format!("Undid: {it}"))));
        self.show_changed_text(&before);
    }

    pub(super) fn redo(&mut self) {
        let before = self.document.shared();
        let done = self.document.redo();
        self.after_history(done.map(|label| label.map(|it| format!("Redid: {it}"))));
        self.show_changed_text(&before);
    }

    pub(super) fn after_history(&mut self, done: Result<Option<String>, EditError>) {
        match done {
            Ok(Some(said)) => self.log.push(Level::Info, said.clone(), None),
            Ok(None) => {}
            Err(error) => self.note(Level::Error, format!("The history does not fit: {error}.")),
        }
        self.selection.keep_known(self.document.mission());
    }

    /// Shows the text that an undo or a redo changed, where it is not the one that is open: no text
    /// changes unseen.
    fn show_changed_text(&mut self, before: &Mission) {
        let after = self.document.mission();
        let mut changed = after.bodies().filter_map(|(owner, body)| {
            let old = before.body(&owner)?;
            (old.text != body.text).then(|| (owner, first_difference(&old.text, &body.text)))
        });
        // A rename changes every text that calls the record, and is no edit of any.
        let (Some((owner, at)), None) = (changed.next(), changed.next()) else {
            return;
        };
        drop(changed);
        let open = self.panels.routine_caret();
        if open.is_none_or(|(open, _)| open != owner) && Renames::between(before, after).is_empty()
        {
            self.go_to(Place::text(owner, at..at));
        }
    }
}

/// Where a text first differs from another, in bytes.
fn first_difference(old: &str, new: &str) -> usize {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    same.map(|(letter, _)| letter.len_utf8()).sum()
}
