//! Breakpoints go with the lines and records that they are on, through every edit.

use std::sync::Arc;

use model::routine::{Scope, rename_in_expression};
use model::{AnyId, Mission, ObjectIds};

use crate::renames::Renames;

use super::lines::followed;
use super::resolve::with_expressions;
use super::{Breakpoint, Breakpoints, On};

impl Breakpoints {
    /// Goes along with the edits since the mission was last seen, and gives those that are gone: where
    /// two come to one place, the first stays.
    pub fn follow(&mut self, mission: &Arc<Mission>) -> Vec<u32> {
        let Some(seen) = self.seen.replace(Arc::clone(mission)) else {
            return Vec::new();
        };
        if Arc::ptr_eq(&seen, mission) {
            return Vec::new();
        }
        let renames = Renames::between(&seen, mission);
        let before = self.list.clone();
        for breakpoint in &mut self.list {
            let old = breakpoint.on.record().cloned();
            rename(breakpoint, &seen, &renames);
            if let (On::Line { owner, at }, Some(old)) = (&mut breakpoint.on, old) {
                follow_text((&seen, &old), (mission, owner), at);
            }
        }
        let gone = self.merge();
        self.revision += u64::from(self.list != before);
        gone
    }

    /// Takes away each that stands where another does.
    fn merge(&mut self) -> Vec<u32> {
        let mut gone = Vec::new();
        for (place, breakpoint) in self.list.iter().enumerate() {
            let mut before = self.list.iter().take(place);
            if before.any(|it| it.on == breakpoint.on) {
                gone.push(breakpoint.id);
            }
        }
        gone.iter().for_each(|id| self.remove(*id));
        gone
    }
}

/// Moves a line's place along.
fn follow_text(old: (&Mission, &AnyId), new: (&Mission, &AnyId), at: &mut usize) {
    if let (Some(old), Some(new)) = (old.0.body(old.1), new.0.body(new.1))
        && old.text != new.text
    {
        *at = followed(&old.text, &new.text, *at);
    }
}

/// Calls records by their other ids: the one that the breakpoint is on, and those in its condition and
/// its message.
fn rename(breakpoint: &mut Breakpoint, old: &Mission, renames: &Renames) {
    if renames.is_empty() {
        return;
    }
    let object_ids = ObjectIds::new(old);
    let scope = Scope {
        mission: old,
        owner: breakpoint.on.scope().cloned(),
        object_ids: &object_ids,
    };
    breakpoint.condition = renamed(&breakpoint.condition, &scope, renames);
    if let Some(message) = &mut breakpoint.log {
        *message = with_expressions(message, |text| renamed(text, &scope, renames));
    }
    if let Some(record) = breakpoint.on.record_mut()
        && let Some(renamed) = renames.of(record)
    {
        record.clone_from(renamed);
    }
}

/// An expression in which records are called by their other ids. Each is looked for by the names of
/// before, so that one rename does not run into the next.
fn renamed(text: &str, scope: &Scope<'_>, renames: &Renames) -> String {
    let mut text = text.to_owned();
    for (from, to) in renames.iter() {
        if let Some(renamed) = rename_in_expression(&text, scope, from, &to.id) {
            text = renamed;
        }
    }
    text
}
