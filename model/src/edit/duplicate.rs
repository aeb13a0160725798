//! Copying records, with references among the copies.

use std::collections::BTreeMap;

use crate::ids::{AnyId, Collection};
use crate::mission::Mission;
use crate::number::Vec3;

use super::references::retarget_record;
use super::{Edit, Editable};

/// The edit that copies records, and the copies' ids in the order of the originals.
///
/// Copies stand behind the last of their originals in the list, and `beside` them in space, in game
/// units, so that they are seen. A reference from one copy to another of the originals goes to that
/// one's copy; all others stay. Each copy asks for an object ID of its own, and has a display name that
/// no other record of its kind has.
pub fn duplicate(mission: &Mission, records: &[AnyId], beside: Vec3) -> (Edit, Vec<AnyId>) {
    let mut scratch = mission.clone();
    let mut copies: BTreeMap<AnyId, AnyId> = BTreeMap::new();
    let mut edits = Vec::new();
    for collection in Collection::ALL {
        let originals: Vec<&AnyId> = records
            .iter()
            .filter(|record| record.collection == collection)
            .collect();
        let inserted = match collection {
            Collection::Globals => copy_all::<crate::Global>(&mut scratch, &originals, beside),
            Collection::FlightGroups => {
                copy_all::<crate::FlightGroup>(&mut scratch, &originals, beside)
            }
            Collection::Ships => copy_all::<crate::Ship>(&mut scratch, &originals, beside),
            Collection::Squads => copy_all::<crate::Squad>(&mut scratch, &originals, beside),
            Collection::Formations => {
                copy_all::<crate::Formation>(&mut scratch, &originals, beside)
            }
            Collection::Curves => copy_all::<crate::Curve>(&mut scratch, &originals, beside),
            Collection::Triggers => copy_all::<crate::Trigger>(&mut scratch, &originals, beside),
            Collection::Routines => copy_all::<crate::Routine>(&mut scratch, &originals, beside),
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
    beside: Vec3,
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
        let name = copy.name().map(|name| {
            let taken = |name: &str| {
                let mut others = R::table(scratch).iter();
                others.any(|other| other.name() == Some(name))
            };
            copied_name(name, &original.id, id.as_str(), taken)
        });
        copy.become_copy(name, beside);
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
    /// Its display name, if its kind has one.
    fn name(&self) -> Option<&str>;

    /// Takes on what tells a copy from its original, but for the id.
    fn become_copy(&mut self, name: Option<String>, beside: Vec3);
}

macro_rules! copied {
    ($($record:ident { $($field:ident),* }),*) => {$(
        impl Copied for crate::$record {
            fn name(&self) -> Option<&str> {
                None$(.or(copied!(@name self, $field)))*
            }

            fn become_copy(&mut self, _name: Option<String>, _beside: Vec3) {
                $(copied!(@copy self, $field, _name, _beside);)*
            }
        }
    )*};
    (@name $self:ident, name) => { $self.name.as_deref() };
    (@name $self:ident, $other:ident) => { None };
    (@copy $self:ident, name, $name:ident, $beside:ident) => { $self.name = $name; };
    (@copy $self:ident, object_id, $name:ident, $beside:ident) => { $self.object_id = None; };
    (@copy $self:ident, position, $name:ident, $beside:ident) => {
        $self.position = $self.position.plus($beside);
    };
}
copied!(
    Global { name },
    FlightGroup { name, object_id },
    Ship {
        name,
        object_id,
        position
    },
    Squad { object_id },
    Formation { name },
    Curve {},
    Trigger {},
    Routine { name }
);

/// A copy's display name: the copy's id where the original's name was its id; else the original's name
/// with the next number that makes it one of its own.
fn copied_name(name: &str, original: &str, copy: &str, taken: impl Fn(&str) -> bool) -> String {
    if name == original && !taken(copy) {
        return copy.to_owned();
    }
    let (stem, first) = match numbered(name) {
        Some((stem, number)) => (stem.to_owned(), number.saturating_add(1)),
        None => {
            let number = numbered(copy).map_or(2, |(_, number)| number);
            (format!("{name} "), number)
        }
    };
    (first..)
        .map(|number| format!("{stem}{number}"))
        .find(|candidate| !taken(candidate))
        .unwrap_or_else(|| copy.to_owned())
}

/// A text that ends in a number, parted before it.
fn numbered(text: &str) -> Option<(&str, u64)> {
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = text.split_at(text.len() - digits);
    Some((stem, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_count_on() {
        let name = |name: &str, original: &str, copy: &str, others: &[&str]| {
            copied_name(name, original, copy, |it| others.contains(&it))
        };
        assert_eq!(name("Sabre 1", "sabre_1", "sabre_2", &[]), "Sabre 2");
        assert_eq!(
            name("Reliant", "reliant_uk", "reliant_uk_2", &[]),
            "Reliant 2"
        );
        assert_eq!(name("sabre", "sabre", "sabre_2", &[]), "sabre_2");
        assert_eq!(
            name("(FG)Alpha", "alpha", "alpha_2", &["(FG)Alpha 2"]),
            "(FG)Alpha 3"
        );
    }

    #[test]
    fn no_other_record_has_a_copys_name() {
        let taken = |name: &str| ["ship_2", "ship_3", "ship_4"].contains(&name);
        assert_eq!(copied_name("ship_3", "cp_a", "cp_a_2", taken), "ship_5");
        assert_eq!(copied_name("ship_3", "ship_3", "ship_4", taken), "ship_5");
    }
}
