//! What can be chosen in the fields of records.

use formats::catalogue::{conditions, kind_title, pilot, pilots, ship_types, special_kinds};
use model::{Collection, Curve, FlightGroup, Id, Mission, Record, Routine, Ship, Squad, Subject};

use crate::widgets::Choice;

/// Every kind of placed object, types first.
pub(super) fn kind_choices() -> Vec<Choice<u16>> {
    let types = ship_types()
        .iter()
        .filter(|it| it.model.is_some())
        .map(|it| {
            let words = format!(
                "{} {:?} {:#x} {}",
                it.role, it.class, it.number, it.script_name
            );
            Choice::new(it.number, it.name.clone()).with_words(words)
        });
    let special = special_kinds().iter().filter_map(|it| {
        let name = it.name.clone()?;
        Some(Choice::new(it.number, name).with_words(format!("{} {:#x}", it.what, it.number)))
    });
    // Markers are chosen most, after ships of the same kind as before.
    special.chain(types).collect()
}

/// A kind's name, with its number where no one names it.
pub(super) fn kind_text(kind: &u16) -> String {
    kind_title(*kind)
}

/// Every kind, or none.
pub(super) fn optional_kind_choices() -> Vec<Choice<Option<u16>>> {
    let none = Choice::new(None, "none");
    let kinds = kind_choices().into_iter().map(|it| it.map(Some));
    std::iter::once(none).chain(kinds).collect()
}

/// Every pilot, or none.
pub(super) fn pilot_choices() -> Vec<Choice<Option<u8>>> {
    let none = Choice::new(None, "none");
    let all = pilots().iter().map(|it| {
        let words = format!(
            "{} {} {:#x}",
            it.script_name.as_deref().unwrap_or_default(),
            it.number,
            it.number
        );
        Choice::new(Some(it.number), it.title()).with_words(words)
    });
    std::iter::once(none).chain(all).collect()
}

/// A pilot's name.
pub(super) fn pilot_text(number: &Option<u8>) -> String {
    match number {
        None => "none".to_owned(),
        Some(number) => {
            pilot(*number).map_or_else(|| format!("Pilot {number}"), |pilot| pilot.title())
        }
    }
}

/// Every record of a collection, or none.
pub(super) fn record_choices<R: Record>(
    mission: &Mission,
    ids: impl Iterator<Item = Id<R>>,
) -> Vec<Choice<Option<Id<R>>>> {
    let none = Choice::new(None, "none");
    let all = ids.map(|id| {
        let name = mission
            .display_name(&model::AnyId::from(&id))
            .unwrap_or_default()
            .to_owned();
        Choice::new(Some(id.clone()), id.to_string()).with_words(name)
    });
    std::iter::once(none).chain(all).collect()
}

/// An id, or none.
pub(super) fn id_text<R>(id: &Option<Id<R>>) -> String {
    id.as_ref().map_or("none".to_owned(), ToString::to_string)
}

/// Every curve, or none.
pub(super) fn curve_choices(mission: &Mission) -> Vec<Choice<Option<Id<Curve>>>> {
    record_choices(mission, mission.curves.iter().map(|it| it.id.clone()))
}

/// Every flight group, or none.
pub(super) fn group_choices(mission: &Mission) -> Vec<Choice<Option<Id<FlightGroup>>>> {
    record_choices(
        mission,
        mission.flight_groups.iter().map(|it| it.id.clone()),
    )
}

/// Every ship that `accept` takes, or none.
pub(super) fn ship_choices(
    mission: &Mission,
    accept: impl Fn(&Ship) -> bool,
) -> Vec<Choice<Option<Id<Ship>>>> {
    let ids = mission
        .ships
        .iter()
        .filter(|ship| accept(ship))
        .map(|it| it.id.clone());
    record_choices(mission, ids)
}

/// Every routine.
pub(super) fn routine_choices(mission: &Mission) -> Vec<Choice<Id<Routine>>> {
    mission
        .routines
        .iter()
        .map(|it| {
            Choice::new(it.id.clone(), it.id.to_string())
                .with_words(it.name.clone().unwrap_or_default())
        })
        .collect()
}

/// Every condition that an author may use.
pub(in crate::panels) fn condition_choices() -> Vec<Choice<u8>> {
    conditions()
        .iter()
        .filter(|it| !it.internal)
        .map(|it| {
            let words = format!("{} {:#x} {}", it.name, it.index, it.enum_name);
            Choice::new(it.index, it.symbol()).with_words(words)
        })
        .collect()
}

/// Whose event a trigger may wait for.
pub(in crate::panels) fn subject_choices(mission: &Mission) -> Vec<Choice<Option<Subject>>> {
    let mut choices = vec![Choice::new(None, "nobody")];
    let noun = |collection: Collection| collection.noun();
    choices.extend(mission.ships.iter().map(|it: &Ship| {
        let words = format!(
            "{} {}",
            noun(Collection::Ships),
            it.name.clone().unwrap_or_default()
        );
        Choice::new(Some(Subject::Ship(it.id.clone())), it.id.to_string()).with_words(words)
    }));
    choices.extend(mission.flight_groups.iter().map(|it: &FlightGroup| {
        let text = format!("flight group {}", it.id);
        Choice::new(Some(Subject::FlightGroup(it.id.clone())), text)
            .with_words(it.name.clone().unwrap_or_default())
    }));
    choices.extend(mission.squads.iter().map(|it: &Squad| {
        Choice::new(
            Some(Subject::Squad(it.id.clone())),
            format!("squad {}", it.id),
        )
    }));
    choices
}
