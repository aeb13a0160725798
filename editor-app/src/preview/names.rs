//! Numbers of an image's records as the mission's records.

use model::compile::trigger_order;
use model::{AnyId, Collection, Mission, Record as _};

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
}
