//! Putting records in another order.

use crate::ids::{AnyId, Collection, Id};
use crate::mission::Mission;

use super::{Edit, Editable, RecordEdit};

/// A place in the order of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// In front of a record.
    Before(AnyId),
    /// Behind a record.
    After(AnyId),
    /// Behind all others.
    End,
}

/// The edit that gives a record another place in its collection, counted from 0 among the others.
/// `None` for an id that breaks the rule for ids, which no record has.
pub fn move_to(record: &AnyId, to: usize) -> Option<Edit> {
    fn of<R: Editable>(record: &AnyId, to: usize) -> Option<Edit> {
        let id = Id::new(&record.id).ok()?;
        Some(R::edit(RecordEdit::Move { id, to }))
    }
    match record.collection {
        Collection::Globals => of::<crate::Global>(record, to),
        Collection::FlightGroups => of::<crate::FlightGroup>(record, to),
        Collection::Ships => of::<crate::Ship>(record, to),
        Collection::Squads => of::<crate::Squad>(record, to),
        Collection::Formations => of::<crate::Formation>(record, to),
        Collection::Curves => of::<crate::Curve>(record, to),
        Collection::Triggers => of::<crate::Trigger>(record, to),
        Collection::Routines => of::<crate::Routine>(record, to),
    }
}

/// The edit that puts records of a collection at a spot of its order, in the order that they have
/// among themselves. Records of other collections stay where they are.
///
/// It is empty where they stand there already.
pub fn put(mission: &Mission, collection: Collection, records: &[AnyId], spot: &Spot) -> Edit {
    let before = mission.ids(collection);
    let mut order = before.clone();
    let moving: Vec<AnyId> = order
        .iter()
        .filter(|id| records.contains(id))
        .cloned()
        .collect();
    // A spot beside one of the moving is the one beside the next that stays.
    let from = |beside: &AnyId| order.iter().position(|id| id == beside);
    let start = match spot {
        Spot::Before(beside) => from(beside),
        Spot::After(beside) => from(beside).map(|at| at + 1),
        Spot::End => None,
    };
    let anchor = start
        .and_then(|start| order.get(start..))
        .unwrap_or_default()
        .iter()
        .find(|id| !records.contains(id))
        .cloned();
    let mut edits = Vec::new();
    for id in moving {
        let Some(from) = order.iter().position(|it| *it == id) else {
            continue;
        };
        order.remove(from);
        let to = match &anchor {
            Some(anchor) => order.iter().position(|it| it == anchor),
            None => None,
        };
        let to = to.unwrap_or(order.len());
        if to != from {
            edits.extend(move_to(&id, to));
        }
        order.insert(to, id);
    }
    if order == before {
        edits.clear();
    }
    Edit::All(edits)
}
