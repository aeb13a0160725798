//! The order of records as the outline shows it, and what moves them in it.

use model::edit::{Edit, Spot, move_to, put};
use model::{AnyId, Collection, FlightGroupId, Mission, Ship, ShipChange};

/// The flight group whose list a record stands in; `None` for a record that stands in no group's.
fn list_of<'a>(mission: &'a Mission, record: &AnyId) -> Option<&'a FlightGroupId> {
    let ship = mission.ships.get(record.of::<Ship>()?.as_str())?;
    let group = ship.flight_group.as_ref()?;
    mission
        .flight_groups
        .contains(group.as_str())
        .then_some(group)
}

/// The collection that all of some records are of, if they are all of one.
fn collection_of(records: &[AnyId]) -> Option<Collection> {
    let first = records.first()?.collection;
    let same = records.iter().all(|it| it.collection == first);
    same.then_some(first)
}

/// The edit that moves records of one collection one place up or down among those that they are listed
/// with, the others closing up; `None` where there is no such place.
pub fn moved(mission: &Mission, records: &[AnyId], up: bool) -> Option<Edit> {
    let mut order = mission.ids(collection_of(records)?);
    let mut walk: Vec<AnyId> = order
        .iter()
        .filter(|id| records.contains(id))
        .cloned()
        .collect();
    if !up {
        walk.reverse();
    }
    let mut edits = Vec::new();
    for id in walk {
        let list = list_of(mission, &id);
        let listed = |other: &&AnyId| list_of(mission, other) == list;
        let Some(at) = order.iter().position(|it| *it == id) else {
            continue;
        };
        let (above, below) = order.split_at(at);
        let neighbour = if up {
            above.iter().rev().find(listed)
        } else {
            below.iter().skip(1).find(listed)
        };
        let to = neighbour
            .filter(|other| !records.contains(other))
            .and_then(|other| order.iter().position(|it| it == other));
        if let Some(to) = to {
            order.remove(at);
            order.insert(to, id.clone());
            edits.extend(move_to(&id, to));
        }
    }
    (!edits.is_empty()).then_some(Edit::All(edits))
}

/// The edit that puts ships into a flight group, or out of all, and at a spot of the order if one is
/// given; `None` where that changes nothing.
pub fn regrouped(
    mission: &Mission,
    ships: &[AnyId],
    group: Option<&FlightGroupId>,
    spot: Option<&Spot>,
) -> Option<Edit> {
    let mut edits: Vec<Edit> = ships
        .iter()
        .filter(|ship| list_of(mission, ship) != group)
        .filter_map(|ship| ship.of::<Ship>())
        .map(|id| Edit::change(&id, ShipChange::FlightGroup(group.cloned())))
        .collect();
    if let Some(spot) = spot {
        let order = put(mission, Collection::Ships, ships, spot);
        edits.extend((!order.is_empty()).then_some(order));
    }
    (!edits.is_empty()).then_some(Edit::All(edits))
}

/// The edit that puts records of one collection at a spot of its order; `None` where they are not all
/// of it, or stand there already.
pub fn reordered(
    mission: &Mission,
    records: &[AnyId],
    collection: Collection,
    spot: &Spot,
) -> Option<Edit> {
    if collection_of(records) != Some(collection) {
        return None;
    }
    let edit = put(mission, collection, records, spot);
    (!edit.is_empty()).then_some(edit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use model::{Trigger, TriggerId};

    fn ship(id: &str) -> AnyId {
        AnyId {
            collection: Collection::Ships,
            id: id.into(),
        }
    }

    fn after(records: &[AnyId], up: bool) -> Option<Vec<String>> {
        let mut mission = Document::example().mission().clone();
        mission.apply(moved(&mission, records, up)?).unwrap();
        let ships = mission.ships.iter().take(6);
        Some(ships.map(|it| it.id.to_string()).collect())
    }

    #[test]
    fn a_ship_moves_past_its_neighbour_in_the_group() {
        assert_eq!(
            after(&[ship("alpha_2")], true).unwrap()[..3],
            ["alpha_2", "player", "alpha_3"]
        );
        assert_eq!(
            after(&[ship("player"), ship("alpha_2")], false).unwrap()[..3],
            ["alpha_3", "player", "alpha_2"]
        );
        // The one below in the file is of another group.
        assert_eq!(after(&[ship("alpha_4")], false), None);
        assert_eq!(after(&[ship("player"), ship("alpha_2")], true), None);
    }

    #[test]
    fn triggers_move_together() {
        let after = |ids: &[&str], up: bool| -> Option<String> {
            let mut mission = Mission::default();
            for (at, id) in ["a", "b", "c", "d"].into_iter().enumerate() {
                let trigger = Trigger::new(TriggerId::new(id).unwrap());
                mission.apply(Edit::insert(at, trigger)).unwrap();
            }
            let ids: Vec<AnyId> = ids
                .iter()
                .map(|id| AnyId::from(&TriggerId::new(id).unwrap()))
                .collect();
            mission.apply(moved(&mission, &ids, up)?).unwrap();
            let order = mission.triggers.iter().map(|it| it.id.to_string());
            Some(order.collect())
        };
        assert_eq!(after(&["b"], true).as_deref(), Some("bacd"));
        assert_eq!(after(&["b"], false).as_deref(), Some("acbd"));
        assert_eq!(after(&["b", "c"], true).as_deref(), Some("bcad"));
        assert_eq!(after(&["b", "c"], false).as_deref(), Some("adbc"));
        assert_eq!(after(&["a", "d"], true).as_deref(), Some("abdc"));
        assert_eq!(after(&["a", "b"], true), None);
        assert_eq!(after(&["d"], false), None);
    }

    #[test]
    fn what_does_not_belong_together_is_not_moved() {
        let group = AnyId {
            collection: Collection::FlightGroups,
            id: "alpha".into(),
        };
        assert_eq!(after(&[ship("alpha_2"), group], true), None);
        assert_eq!(after(&[], true), None);
    }
}
