//! Copying records, with references among the copies.

use std::collections::BTreeMap;

use crate::ids::{AnyId, Collection, Id};
use crate::mission::Mission;

use super::references::retarget_record;
use super::{Edit, Editable};

/// The edit that copies records, and the copies' ids in the order of the originals.
///
/// Copies stand behind the last of their originals. A reference from one copy to another of the
/// originals goes to that one's copy; all others stay. Each copy asks for an object ID of its own.
pub fn duplicate(mission: &Mission, records: &[AnyId]) -> (Edit, Vec<AnyId>) {
    let mut scratch = mission.clone();
    let mut copies: BTreeMap<AnyId, AnyId> = BTreeMap::new();
    let mut edits = Vec::new();
    for collection in Collection::ALL {
        let originals: Vec<&AnyId> = records
            .iter()
            .filter(|record| record.collection == collection)
            .collect();
        let inserted = match collection {
            Collection::Globals => copy_all::<crate::Global>(&mut scratch, &originals),
            Collection::FlightGroups => copy_all::<crate::FlightGroup>(&mut scratch, &originals),
            Collection::Ships => copy_all::<crate::Ship>(&mut scratch, &originals),
            Collection::Squads => copy_all::<crate::Squad>(&mut scratch, &originals),
            Collection::Formations => copy_all::<crate::Formation>(&mut scratch, &originals),
            Collection::Curves => copy_all::<crate::Curve>(&mut scratch, &originals),
            Collection::Triggers => copy_all::<crate::Trigger>(&mut scratch, &originals),
            Collection::Routines => copy_all::<crate::Routine>(&mut scratch, &originals),
        };
        for (original, copy, edit) in inserted {
            copies.insert(original, copy);
            edits.push(edit);
        }
    }
    // Now that every copy is there, those that named another original name its copy.
    for copy in copies.values() {
        for (original, other) in &copies {
            for edit in retarget_record(&scratch, copy, original, &other.id) {
                if scratch.apply(edit.clone()).is_ok() {
                    edits.push(edit);
                }
            }
        }
    }
    let ids = records
        .iter()
        .filter_map(|record| copies.get(record).cloned())
        .collect();
    (Edit::All(edits), ids)
}

fn copy_all<R: Editable + Copied>(
    scratch: &mut Mission,
    originals: &[&AnyId],
) -> Vec<(AnyId, AnyId, Edit)> {
    let last = originals
        .iter()
        .filter_map(|record| scratch.position(record))
        .max();
    let Some(mut at) = last.map(|last| last + 1) else {
        return Vec::new();
    };
    let mut made = Vec::new();
    for original in originals {
        let Some(record) = R::table(scratch).get(&original.id).cloned() else {
            continue;
        };
        let id = R::table(scratch).free_id(record.id().as_str());
        let mut copy = record;
        copy.become_copy(&id);
        copy.set_id(id);
        let copy_id = copy.any_id();
        let edit = Edit::insert(at, copy);
        if scratch.apply(edit.clone()).is_ok() {
            made.push(((*original).clone(), copy_id, edit));
            at += 1;
        }
    }
    made
}

/// A record that can be copied.
trait Copied {
    /// Takes on what tells a copy from its original, but for the id.
    fn become_copy(&mut self, id: &Id<Self>)
    where
        Self: Sized;
}

macro_rules! copied {
    ($($record:ident { $($field:ident),* }),*) => {$(
        impl Copied for crate::$record {
            fn become_copy(&mut self, _id: &Id<Self>) {
                $(copied!(@ self, _id, $field);)*
            }
        }
    )*};
    (@ $self:ident, $id:ident, name) => {
        $self.name = $self.name.as_deref().map(|name| copied_name(name, $self.id.as_str(), $id.as_str()));
    };
    (@ $self:ident, $id:ident, object_id) => {
        $self.object_id = None;
    };
}
copied!(
    Global { name },
    FlightGroup { name, object_id },
    Ship { name, object_id },
    Squad { object_id },
    Formation { name },
    Curve {},
    Trigger {},
    Routine { name }
);

/// A copy's display name: with the number that the copy's id ends in, in place of the original's own.
fn copied_name(name: &str, original: &str, copy: &str) -> String {
    if name == original {
        return copy.to_owned();
    }
    let digits =
        |text: &str| text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (_, number) = copy.split_at(copy.len() - digits(copy));
    let (stem, own) = name.split_at(name.len() - digits(name));
    if own.is_empty() {
        format!("{name} {number}")
    } else {
        format!("{stem}{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_count_on() {
        assert_eq!(copied_name("Sabre 1", "sabre_1", "sabre_2"), "Sabre 2");
        assert_eq!(
            copied_name("Reliant", "reliant_uk", "reliant_uk_2"),
            "Reliant 2"
        );
        assert_eq!(copied_name("sabre", "sabre", "sabre_2"), "sabre_2");
        assert_eq!(copied_name("(FG)Alpha", "alpha", "alpha_2"), "(FG)Alpha 2");
    }
}
