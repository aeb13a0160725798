//! Giving a record another id, wherever it is named.

use crate::ids::{AnyId, Collection, Id, InvalidId};
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::routine::{Scope, rename_in_text};
use crate::{Body, FlightGroupChange, FormationChange, GlobalChange, RoutineChange, ShipChange};

use super::{Edit, Editable, RecordEdit, retarget, set_body};

/// The edit that gives a record another id and makes every field and every routine that names it name
/// the new one. A display name that is the id, alone or behind a tag as in `(FG)alpha`, follows it,
/// unless a routine calls a record by that name.
///
/// # Errors
/// [`InvalidId`] where the new id breaks the rule for ids. Whether it is free, the edit finds out.
pub fn rename(mission: &Mission, record: &AnyId, to: &str) -> Result<Edit, InvalidId> {
    // Texts first, while the old id still resolves.
    let mut edits = texts(mission, record, to);
    edits.push(rename_in_fields(mission, record, to)?);
    edits.extend(display_name(mission, record, to));
    Ok(Edit::All(edits))
}

/// The edit that gives a record another id and makes every field that names it name the new one. Texts
/// stay as they are, for those who know places in them.
///
/// # Errors
/// [`InvalidId`] as for [`rename`].
pub fn rename_in_fields(mission: &Mission, record: &AnyId, to: &str) -> Result<Edit, InvalidId> {
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
    // The record itself last, so that an edit of a trigger that renames itself still finds it.
    let mut edits = retarget(mission, record, Some(to));
    edits.push(own);
    Ok(Edit::All(edits))
}

/// The edit of a record that bears its new id already: its display name, if that was its old one.
fn display_name(mission: &Mission, record: &AnyId, to: &str) -> Option<Edit> {
    let tag = mission.display_name(record)?.strip_suffix(&*record.id)?;
    let is_tag = tag.is_empty() || (tag.starts_with('(') && tag.ends_with(')'));
    if !is_tag {
        return None;
    }
    let name = format!("{tag}{to}");
    // A text in quotes would name nothing afterwards, or something else.
    if is_quoted(mission, &format!("{tag}{}", record.id)) || is_quoted(mission, &name) {
        return None;
    }
    let name = Some(name);
    match record.collection {
        Collection::Globals => change::<crate::Global>(to, GlobalChange::Name(name)),
        Collection::FlightGroups => change::<crate::FlightGroup>(to, FlightGroupChange::Name(name)),
        Collection::Ships => change::<crate::Ship>(to, ShipChange::Name(name)),
        Collection::Formations => change::<crate::Formation>(to, FormationChange::Name(name)),
        Collection::Routines => change::<crate::Routine>(to, RoutineChange::Name(name)),
        Collection::Squads | Collection::Curves | Collection::Triggers => None,
    }
}

fn is_quoted(mission: &Mission, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    let mut bodies = mission.bodies();
    bodies.any(|(_, body)| body.text.contains(&quoted))
}

fn change<R: Editable>(id: &str, change: R::Change) -> Option<Edit> {
    Some(Edit::change(&Id::<R>::new(id).ok()?, change))
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
