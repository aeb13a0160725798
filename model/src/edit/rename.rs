//! Giving a record another id, wherever it is named.

use crate::Body;
use crate::ids::{AnyId, Collection, Id, InvalidId};
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::routine::{Scope, rename_in_text};

use super::{Edit, Editable, RecordEdit, retarget, set_body};

/// The edit that gives a record another id and makes every field and every routine that names it name
/// the new one.
///
/// # Errors
/// [`InvalidId`] where the new id breaks the rule for ids. Whether it is free, the edit finds out.
pub fn rename(mission: &Mission, record: &AnyId, to: &str) -> Result<Edit, InvalidId> {
    let own = match record.collection {
        Collection::Globals => own::<crate::Global>(record, to)?,
        Collection::FlightGroups => own::<crate::FlightGroup>(record, to)?,
        Collection::Ships => own::<crate::Ship>(record, to)?,
        Collection::Squads => own::<crate::Squad>(record, to)?,
        Collection::Formations => own::<crate::Formation>(record, to)?,
        Collection::Curves => own::<crate::Curve>(record, to)?,
        Collection::Triggers => own::<crate::Trigger>(record, to)?,
        Collection::Routines => own::<crate::Routine>(record, to)?,
    };
    // Texts first, while the old id still resolves; then fields; the record itself last, so that an
    // edit of a trigger that renames itself still finds it.
    let mut edits = texts(mission, record, to);
    edits.extend(retarget(mission, record, Some(to)));
    edits.push(own);
    Ok(Edit::All(edits))
}

fn own<R: Editable>(record: &AnyId, to: &str) -> Result<Edit, InvalidId> {
    let id = Id::new(&record.id)?;
    Ok(R::edit(RecordEdit::Rename {
        id,
        to: Id::new(to)?,
    }))
}

fn texts(mission: &Mission, record: &AnyId, to: &str) -> Vec<Edit> {
    let object_ids = ObjectIds::new(mission);
    let mut edits = Vec::new();
    for (owner, body) in mission.bodies() {
        let scope = Scope {
            mission,
            owner: Some(owner.clone()),
            object_ids: &object_ids,
        };
        if let Some(text) = rename_in_text(&body.text, &scope, record, to) {
            edits.extend(set_body(
                &owner,
                Body {
                    text,
                    ..body.clone()
                },
            ));
        }
    }
    edits
}
