//! Undo and redo, by steps that an author would name.

use undo::{At, Merged};

use crate::edit::{Edit, EditError, RecordEdit};
use crate::mission::Mission;
use crate::record::Record;

/// What the author did, and how it is undone.
///
/// A tree: an edit after an undo starts another branch, so a redo is never lost.
#[derive(Debug, Default)]
pub struct History {
    tree: undo::History<Step>,
}

/// One step of the history.
#[derive(Debug, Clone)]
struct Step {
    label: String,
    gesture: Option<Gesture>,
    /// What redoing it does, and what undoing it does.
    forward: Edit,
    inverse: Edit,
    /// Whether the mission has it already, since it is made before it is written down.
    made: bool,
}

/// One continuous movement of the author's hand: a drag, a run of typing. Edits of one gesture are one
/// step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gesture(
    /// Its number, which has no meaning but to tell gestures apart.
    pub u64,
);

/// A step as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// What was done.
    pub label: String,
    /// How many steps into the branch it is; going there undoes or redoes up to it.
    pub at: usize,
    /// Whether the mission has it.
    pub done: bool,
}

impl undo::Edit for Step {
    type Target = Mission;
    type Output = Result<(), EditError>;

    fn edit(&mut self, mission: &mut Mission) -> Self::Output {
        if std::mem::take(&mut self.made) {
            return Ok(());
        }
        self.inverse = mission.apply(self.forward.clone())?;
        Ok(())
    }

    fn undo(&mut self, mission: &mut Mission) -> Self::Output {
        mission.apply(self.inverse.clone()).map(|_| ())
    }

    fn merge(&mut self, other: Self) -> Merged<Self> {
        if self.gesture.is_none() || self.gesture != other.gesture {
            return Merged::No(other);
        }
        if replaces(&other.forward, &self.forward) {
            // The same fields of the same records: only the last value and the first inverse count.
            self.forward = other.forward;
        } else {
            let forward = std::mem::replace(&mut self.forward, Edit::All(Vec::new()));
            self.forward = Edit::All(vec![forward, other.forward]);
            let inverse = std::mem::replace(&mut self.inverse, Edit::All(Vec::new()));
            self.inverse = Edit::All(vec![other.inverse, inverse]);
        }
        Merged::Yes
    }
}

/// Whether one edit sets just those fields that another set before.
fn replaces(new: &Edit, old: &Edit) -> bool {
    fn same<R: Record>(new: &RecordEdit<R>, old: &RecordEdit<R>) -> bool {
        match (new, old) {
            (
                RecordEdit::Change { id: a, change: new },
                RecordEdit::Change { id: b, change: old },
            ) => a == b && std::mem::discriminant(new) == std::mem::discriminant(old),
            _ => false,
        }
    }
    match (new, old) {
        (Edit::All(new), Edit::All(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| replaces(new, old))
        }
        (Edit::Mission(new), Edit::Mission(old)) => {
            std::mem::discriminant(new) == std::mem::discriminant(old)
        }
        (Edit::Global(new), Edit::Global(old)) => same(new, old),
        (Edit::FlightGroup(new), Edit::FlightGroup(old)) => same(new, old),
        (Edit::Ship(new), Edit::Ship(old)) => same(new, old),
        (Edit::Squad(new), Edit::Squad(old)) => same(new, old),
        (Edit::Formation(new), Edit::Formation(old)) => same(new, old),
        (Edit::Curve(new), Edit::Curve(old)) => same(new, old),
        (Edit::Trigger(new), Edit::Trigger(old)) => same(new, old),
        (Edit::Routine(new), Edit::Routine(old)) => same(new, old),
        _ => false,
    }
}

impl History {
    /// A history whose first state is saved.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an edit and writes it down. An edit that changes nothing is not written down.
    ///
    /// # Errors
    /// An [`EditError`]; then nothing was changed, and nothing is written down.
    pub fn apply(
        &mut self,
        mission: &mut Mission,
        label: impl Into<String>,
        gesture: Option<Gesture>,
        edit: Edit,
    ) -> Result<(), EditError> {
        if edit.is_empty() {
            return Ok(());
        }
        let inverse = mission.apply(edit.clone())?;
        if inverse == edit {
            return Ok(());
        }
        let step = Step {
            label: label.into(),
            gesture,
            forward: edit,
            inverse,
            made: true,
        };
        self.tree.edit(mission, step)
    }

    /// Undoes the last step, and gives its label; `None` where there is none.
    ///
    /// # Errors
    /// An [`EditError`] if the mission was changed behind the history's back.
    pub fn undo(&mut self, mission: &mut Mission) -> Result<Option<String>, EditError> {
        let label = self.undo_label().map(str::to_owned);
        self.tree.undo(mission).transpose()?;
        Ok(label)
    }

    /// Makes the step that was undone last again, and gives its label; `None` where there is none.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn redo(&mut self, mission: &mut Mission) -> Result<Option<String>, EditError> {
        let label = self.redo_label().map(str::to_owned);
        self.tree.redo(mission).transpose()?;
        Ok(label)
    }

    /// What an undo would undo.
    pub fn undo_label(&self) -> Option<&str> {
        let last = self.tree.head().index.checked_sub(1)?;
        self.tree
            .get_entry(last)
            .map(|entry| entry.as_ref().label.as_str())
    }

    /// What a redo would make again.
    pub fn redo_label(&self) -> Option<&str> {
        self.tree
            .get_entry(self.tree.head().index)
            .map(|entry| entry.as_ref().label.as_str())
    }

    /// Marks the present state as saved.
    pub fn set_saved(&mut self) {
        self.tree.set_saved();
    }

    /// Marks no state as saved, such as for a mission that was never on disk.
    pub fn clear_saved(&mut self) {
        self.tree.clear_saved();
    }

    /// Whether the present state is the saved one.
    pub fn is_saved(&self) -> bool {
        self.tree.is_saved()
    }

    /// The steps of the present branch, first to last.
    pub fn entries(&self) -> Vec<HistoryEntry> {
        let head = self.tree.head().index;
        self.tree
            .entries()
            .enumerate()
            .map(|(i, entry)| HistoryEntry {
                label: entry.as_ref().label.clone(),
                at: i + 1,
                done: i < head,
            })
            .collect()
    }

    /// How many steps of the present branch the mission has.
    pub fn depth(&self) -> usize {
        self.tree.head().index
    }

    /// How many other branches there are, each with work that an undo and another edit set aside.
    pub fn branches(&self) -> usize {
        self.tree
            .branches()
            .filter(|(_, branch)| !branch.is_empty())
            .count()
    }

    /// Undoes or redoes up to a step of the present branch; 0 is the state before the first.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn go_to(&mut self, mission: &mut Mission, at: usize) -> Result<(), EditError> {
        let root = self.tree.head().root;
        self.tree
            .go_to(mission, At::new(root, at))
            .into_iter()
            .collect()
    }
}
