//! Taking records out.

use crate::ids::{AnyId, Collection, Id};
use crate::mission::Mission;

use super::{Edit, Editable, retarget};

/// The edit that takes records out and clears every field that refers to them.
///
/// Routines that name them keep their text, where the names become errors with their places: what an
/// author wrote is not for us to rewrite.
pub fn remove(mission: &Mission, records: &[AnyId]) -> Edit {
    // Each clearing starts from the mission as the ones before left it, as two of the records may
    // stand in one list of members.
    let mut scratch = mission.clone();
    let mut edits = Vec::new();
    let mut make = |scratch: &mut Mission, edit: Edit| {
        if scratch.apply(edit.clone()).is_ok() {
            edits.push(edit);
        }
    };
    for record in records {
        for edit in retarget(&scratch, record, None) {
            make(&mut scratch, edit);
        }
        if let Some(edit) = own(record) {
            make(&mut scratch, edit);
        }
    }
    Edit::All(edits)
}

fn own(record: &AnyId) -> Option<Edit> {
    fn of<R: Editable>(record: &AnyId) -> Option<Edit> {
        Some(Edit::remove(&Id::<R>::new(&record.id).ok()?))
    }
    match record.collection {
        Collection::Globals => of::<crate::Global>(record),
        Collection::FlightGroups => of::<crate::FlightGroup>(record),
        Collection::Ships => of::<crate::Ship>(record),
        Collection::Squads => of::<crate::Squad>(record),
        Collection::Formations => of::<crate::Formation>(record),
        Collection::Curves => of::<crate::Curve>(record),
        Collection::Triggers => of::<crate::Trigger>(record),
        Collection::Routines => of::<crate::Routine>(record),
    }
}
