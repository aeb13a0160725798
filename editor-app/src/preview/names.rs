//! Numbers of an image's records as the mission's records.

use std::collections::BTreeMap;
use std::sync::Arc;

use formats::Image;
use model::compile::trigger_order;
use model::{AnyId, Collection, Mission, ObjectIds, Record as _};

use crate::renames::Renames;

use super::places::Places;

/// The mission's records by their numbers in its image.
#[derive(Debug, Clone, Default)]
pub struct Names {
    ships: Vec<AnyId>,
    groups: Vec<AnyId>,
    triggers: Vec<AnyId>,
    parts: Vec<AnyId>,
    globals: Vec<AnyId>,
    curves: Vec<AnyId>,
    squads: Vec<AnyId>,
    /// The records that bear object IDs.
    objects: BTreeMap<u16, AnyId>,
    places: Places,
}

impl Names {
    /// The numbers that a mission's records get when it is compiled.
    pub fn new(mission: &Mission) -> Self {
        Self {
            ships: mission.ids(Collection::Ships),
            groups: mission.ids(Collection::FlightGroups),
            // Triggers are written subject by subject, whatever the author's order.
            triggers: trigger_order(mission)
                .into_iter()
                .filter_map(|at| mission.triggers.at(at))
                .map(|trigger| trigger.any_id())
                .collect(),
            parts: mission.parts().map(|part| part.any_id()).collect(),
            globals: mission.ids(Collection::Globals),
            curves: mission.ids(Collection::Curves),
            squads: mission.ids(Collection::Squads),
            objects: objects(mission),
            places: Places::default(),
        }
    }

    /// The same with the image that runs, in which scripts know records and texts by their places.
    pub fn with_image(mut self, image: &Arc<Image>) -> Self {
        self.places = Places::new(image);
        self
    }

    /// The same with the ids that the records bear since.
    pub fn renamed(&self, renames: &Renames) -> Self {
        let mut names = self.clone();
        if renames.is_empty() {
            return names;
        }
        let lists = [
            &mut names.ships,
            &mut names.groups,
            &mut names.triggers,
            &mut names.parts,
            &mut names.globals,
            &mut names.curves,
            &mut names.squads,
        ];
        let listed = lists.into_iter().flatten();
        for record in listed.chain(names.objects.values_mut()) {
            if let Some(renamed) = renames.of(record) {
                record.clone_from(renamed);
            }
        }
        names
    }

    /// What the dwords of the script stand for.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The record that a dword of the script is the place of.
    pub fn record_at(&self, place: u32) -> Option<AnyId> {
        let (collection, index) = self.places.record_at(place)?;
        self.of(collection).get(usize::from(index)).cloned()
    }

    /// The dword by which scripts know a record; `None` for one that they do not push.
    pub fn place_of(&self, record: &AnyId) -> Option<u32> {
        self.places
            .place_of(record.collection, self.number(record)?)
    }

    /// A record's number among those of its collection; a routine's is its part's.
    pub fn number(&self, record: &AnyId) -> Option<u16> {
        position(self.of(record.collection), record)
    }

    /// The record that an object ID stands for.
    pub fn object(&self, id: u16) -> Option<AnyId> {
        self.objects.get(&id).cloned()
    }

    /// A record's object ID.
    pub fn object_id(&self, record: &AnyId) -> Option<u16> {
        let mut objects = self.objects.iter();
        objects.find(|(_, it)| *it == record).map(|(id, _)| *id)
    }

    fn of(&self, collection: Collection) -> &[AnyId] {
        match collection {
            Collection::Ships => &self.ships,
            Collection::FlightGroups => &self.groups,
            Collection::Triggers => &self.triggers,
            Collection::Routines => &self.parts,
            Collection::Globals => &self.globals,
            Collection::Curves => &self.curves,
            Collection::Squads => &self.squads,
            Collection::Formations => &[],
        }
    }

    /// A ship.
    pub fn ship(&self, index: u16) -> Option<AnyId> {
        self.ships.get(usize::from(index)).cloned()
    }

    /// A ship's number.
    pub fn ship_number(&self, ship: &AnyId) -> Option<u16> {
        position(&self.ships, ship)
    }

    /// A part's number.
    pub fn part_number(&self, part: &AnyId) -> Option<u16> {
        position(&self.parts, part)
    }

    /// A flight group's number.
    pub fn group_number(&self, group: &AnyId) -> Option<u16> {
        position(&self.groups, group)
    }

    /// A squad's number.
    pub fn squad_number(&self, squad: &AnyId) -> Option<u16> {
        position(&self.squads, squad)
    }

    /// A trigger's number.
    pub fn trigger_number(&self, trigger: &AnyId) -> Option<u16> {
        position(&self.triggers, trigger)
    }

    /// A global's number.
    pub fn global_number(&self, global: &AnyId) -> Option<u8> {
        position(&self.globals, global)?.try_into().ok()
    }

    /// A flight group.
    pub fn group(&self, index: u16) -> Option<AnyId> {
        self.groups.get(usize::from(index)).cloned()
    }

    /// A trigger.
    pub fn trigger(&self, index: u16) -> Option<AnyId> {
        self.triggers.get(usize::from(index)).cloned()
    }

    /// A part of the script.
    pub fn part(&self, index: i64) -> Option<AnyId> {
        self.parts.get(usize::try_from(index).ok()?).cloned()
    }

    /// A global.
    pub fn global(&self, index: u8) -> Option<AnyId> {
        self.globals.get(usize::from(index)).cloned()
    }

    /// A curve.
    pub fn curve(&self, index: u16) -> Option<AnyId> {
        self.curves.get(usize::from(index)).cloned()
    }

    /// A squad.
    pub fn squad(&self, index: u16) -> Option<AnyId> {
        self.squads.get(usize::from(index)).cloned()
    }
}

/// The records by their object IDs; of several that ask for one, the game takes the first
/// (script-vm V174).
fn objects(mission: &Mission) -> BTreeMap<u16, AnyId> {
    let ids = ObjectIds::new(mission);
    let mut objects = BTreeMap::new();
    for (collection, ids) in [
        (Collection::Ships, &ids.ships),
        (Collection::FlightGroups, &ids.flight_groups),
        (Collection::Squads, &ids.squads),
    ] {
        for (record, id) in mission.ids(collection).into_iter().zip(ids) {
            objects.entry(*id).or_insert(record);
        }
    }
    objects
}

fn position(ids: &[AnyId], wanted: &AnyId) -> Option<u16> {
    u16::try_from(ids.iter().position(|id| id == wanted)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn numbers_lead_to_the_records_of_the_image() {
        let document = Document::example();
        let mission = document.mission();
        let names = Names::new(mission);
        let image = model::compile::compile(mission).image.unwrap();
        let tables = formats::Tables::read(&image);
        for (index, stored) in (0u16..).zip(&tables.ships) {
            let id = names.ship(index).unwrap();
            let ship = mission.ships.get(&id.id).unwrap();
            assert_eq!(ship.position.to_array(), stored.position);
        }
        for (index, stored) in (0u16..).zip(&tables.triggers) {
            let id = names.trigger(index).unwrap();
            assert_eq!(
                mission.triggers.get(&id.id).unwrap().condition,
                stored.condition
            );
        }
        assert!(names.ship(9_999).is_none());
    }

    #[test]
    fn places_and_object_ids_lead_there_and_back() {
        let document = Document::example();
        let mission = document.mission();
        let image = Arc::new(model::compile::compile(mission).image.unwrap());
        let names = Names::new(mission).with_image(&image);
        let tables = formats::Tables::read(&image);
        for collection in [
            Collection::Ships,
            Collection::FlightGroups,
            Collection::Squads,
            Collection::Curves,
        ] {
            for id in mission.ids(collection) {
                let place = names.place_of(&id).unwrap();
                assert_eq!(names.record_at(place), Some(id));
            }
        }
        for (ship, stored) in mission.ids(Collection::Ships).iter().zip(&tables.ships) {
            let object = u16::try_from(stored.object_id).unwrap();
            assert_eq!(names.object_id(ship), Some(object));
            assert_eq!(names.object(object).as_ref(), Some(ship));
        }
        for nothing in [0, 0xFFFF, u32::MAX, 1] {
            assert_eq!(names.record_at(nothing), None);
        }
        let past = names.place_of(&mission.ids(Collection::Curves)[1]).unwrap() + 68;
        assert_eq!(names.record_at(past), None, "there are two curves");
    }
}
