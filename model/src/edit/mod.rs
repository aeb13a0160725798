//! The one way in which a mission changes.
//!
//! An [`Edit`] is data: undo runs its inverse, a journal writes it down, a quick fix is one.
//! [`Mission::apply`] makes it and gives back the edit that undoes it. The other functions of this
//! module make the edits that are more than one field: [`rename()`], [`remove()`], [`duplicate()`],
//! [`put()`].

mod duplicate;
mod order;
mod references;
mod remove;
mod rename;
mod replace;

pub use duplicate::duplicate;
pub use order::{Spot, move_to, put};
pub use references::{find_references, retarget, set_body};
pub use remove::remove;
pub use rename::{rename, rename_in_fields};
pub use replace::replace;

use serde::{Deserialize, Serialize};

use crate::ids::{AnyId, Id};
use crate::mission::{Mission, MissionChange, Table};
use crate::record::Record;
use crate::{Curve, FlightGroup, Formation, Global, Routine, Ship, Squad, Trigger};

/// A change of a mission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// A change of what belongs to no record.
    Mission(MissionChange),
    /// A change of the globals.
    Global(RecordEdit<Global>),
    /// A change of the flight groups.
    FlightGroup(RecordEdit<FlightGroup>),
    /// A change of the ships.
    Ship(RecordEdit<Ship>),
    /// A change of the squads.
    Squad(RecordEdit<Squad>),
    /// A change of the formations.
    Formation(RecordEdit<Formation>),
    /// A change of the curves.
    Curve(RecordEdit<Curve>),
    /// A change of the triggers.
    Trigger(RecordEdit<Trigger>),
    /// A change of the routines.
    Routine(RecordEdit<Routine>),
    /// Several changes, one after another; all are made, or none.
    All(Vec<Edit>),
}

/// A change of a collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum RecordEdit<R: Record> {
    /// Adds a record.
    Insert {
        /// Where, from 0 to the number of records.
        at: usize,
        /// The record; its id must be free.
        record: Box<R>,
    },
    /// Takes a record out. References to it stay, and name nothing.
    Remove {
        /// The record.
        id: Id<R>,
    },
    /// Moves a record to another place in its collection.
    Move {
        /// The record.
        id: Id<R>,
        /// Its place afterwards.
        to: usize,
    },
    /// Gives a record another id. References to it stay as they are; see [`rename`] for them.
    Rename {
        /// The record.
        id: Id<R>,
        /// Its id afterwards, which must be free.
        to: Id<R>,
    },
    /// Changes a field of a record.
    Change {
        /// The record.
        id: Id<R>,
        /// What becomes of which field.
        change: R::Change,
    },
}

/// An edit that the mission does not allow. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The record is not there.
    #[error("there is no {0}")]
    NoSuchRecord(AnyId),
    /// Another record bears the id.
    #[error("there is a {0} already")]
    IdTaken(AnyId),
    /// The place lies past the end of the collection.
    #[error("place {at} lies past the {len} records of the collection")]
    NoSuchPlace {
        /// The place.
        at: usize,
        /// Records in the collection.
        len: usize,
    },
}

/// A record whose collection an [`Edit`] can change.
pub trait Editable: Record {
    /// The mission's table of such records.
    fn table(mission: &Mission) -> &Table<Self>;
    /// The same, to change.
    #[doc(hidden)]
    fn table_mut(mission: &mut Mission) -> &mut Table<Self>;
    /// A change of the collection as an edit.
    fn edit(edit: RecordEdit<Self>) -> Edit;
}

macro_rules! editable {
    ($($record:ident in $table:ident),*) => {$(
        impl Editable for $record {
            fn table(mission: &Mission) -> &Table<Self> {
                &mission.$table
            }
            fn table_mut(mission: &mut Mission) -> &mut Table<Self> {
                &mut mission.$table
            }
            fn edit(edit: RecordEdit<Self>) -> Edit {
                Edit::$record(edit)
            }
        }
    )*};
}
editable!(
    Global in globals,
    FlightGroup in flight_groups,
    Ship in ships,
    Squad in squads,
    Formation in formations,
    Curve in curves,
    Trigger in triggers,
    Routine in routines
);

impl Edit {
    /// Changes a field of a record.
    pub fn change<R: Editable>(id: &Id<R>, change: R::Change) -> Self {
        R::edit(RecordEdit::Change {
            id: id.clone(),
            change,
        })
    }

    /// Adds a record at a place of its collection.
    pub fn insert<R: Editable>(at: usize, record: R) -> Self {
        R::edit(RecordEdit::Insert {
            at,
            record: Box::new(record),
        })
    }

    /// Takes a record out, leaving references to it as they are.
    pub fn remove<R: Editable>(id: &Id<R>) -> Self {
        R::edit(RecordEdit::Remove { id: id.clone() })
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(edits) if edits.iter().all(Self::is_empty))
    }
}

impl Mission {
    /// Makes an edit, and gives back the edit that undoes it.
    ///
    /// # Errors
    /// An [`EditError`] where a record or a place is not there, or an id is taken. Nothing is
    /// changed then.
    pub fn apply(&mut self, edit: Edit) -> Result<Edit, EditError> {
        match edit {
            Edit::Mission(change) => Ok(Edit::Mission(self.change(change))),
            Edit::Global(edit) => self.apply_to(edit),
            Edit::FlightGroup(edit) => self.apply_to(edit),
            Edit::Ship(edit) => self.apply_to(edit),
            Edit::Squad(edit) => self.apply_to(edit),
            Edit::Formation(edit) => self.apply_to(edit),
            Edit::Curve(edit) => self.apply_to(edit),
            Edit::Trigger(edit) => self.apply_to(edit),
            Edit::Routine(edit) => self.apply_to(edit),
            Edit::All(edits) => self.apply_all(edits),
        }
    }

    fn apply_all(&mut self, edits: Vec<Edit>) -> Result<Edit, EditError> {
        let mut inverses = Vec::with_capacity(edits.len());
        for edit in edits {
            match self.apply(edit) {
                Ok(inverse) => inverses.push(inverse),
                Err(error) => {
                    // What was made is undone, last first; an inverse of an edit that was just made
                    // is always allowed.
                    for inverse in inverses.into_iter().rev() {
                        self.apply(inverse)?;
                    }
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        Ok(Edit::All(inverses))
    }

    fn apply_to<R: Editable>(&mut self, edit: RecordEdit<R>) -> Result<Edit, EditError> {
        let table = R::table_mut(self);
        let len = table.len();
        let missing = |id: &Id<R>| EditError::NoSuchRecord(AnyId::from(id));
        let inverse = match edit {
            RecordEdit::Insert { at, record } => {
                let id = record.id().clone();
                if at > len {
                    return Err(EditError::NoSuchPlace { at, len });
                }
                if table.insert(at, *record).is_some() {
                    return Err(EditError::IdTaken(AnyId::from(&id)));
                }
                RecordEdit::Remove { id }
            }
            RecordEdit::Remove { id } => {
                let (at, record) = table.remove(&id).ok_or_else(|| missing(&id))?;
                RecordEdit::Insert {
                    at,
                    record: Box::new(record),
                }
            }
            RecordEdit::Move { id, to } => {
                if !table.contains(id.as_str()) {
                    return Err(missing(&id));
                }
                let from = table
                    .shift(&id, to)
                    .ok_or(EditError::NoSuchPlace { at: to, len })?;
                RecordEdit::Move { id, to: from }
            }
            RecordEdit::Rename { id, to } => {
                if !table.contains(id.as_str()) {
                    return Err(missing(&id));
                }
                if id != to && table.rename(&id, to.clone()).is_none() {
                    return Err(EditError::IdTaken(AnyId::from(&to)));
                }
                RecordEdit::Rename { id: to, to: id }
            }
            RecordEdit::Change { id, change } => {
                let record = table.get_mut(&id).ok_or_else(|| missing(&id))?;
                let inverse = record.change(change);
                RecordEdit::Change {
                    id,
                    change: inverse,
                }
            }
        };
        Ok(R::edit(inverse))
    }
}
