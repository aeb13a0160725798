//! Object IDs: the numbers that triggers, squads and kept events know records by.

use std::collections::BTreeSet;

use crate::ids::{FlightGroupId, ShipId, SquadId};
use crate::mission::Mission;
use crate::squad::MemberTarget;
use crate::trigger::Subject;

/// The object ID of each ship, flight group and squad, by its place in its collection.
///
/// A record that asks for an ID gets it; the others take the lowest that are free, ships first, then
/// flight groups, then squads. So a mission in which none asks has them numbered through. A number
/// that a trigger, a squad or the object table names as such is not free: it must not come to mean
/// another record as soon as one is added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectIds {
    /// By ship.
    pub ships: Vec<u16>,
    /// By flight group.
    pub flight_groups: Vec<u16>,
    /// By squad.
    pub squads: Vec<u16>,
}

impl ObjectIds {
    /// Numbers a mission's records.
    pub fn new(mission: &Mission) -> Self {
        let asked: Vec<Vec<Option<u16>>> = vec![
            mission.ships.iter().map(|ship| ship.object_id).collect(),
            mission
                .flight_groups
                .iter()
                .map(|group| group.object_id)
                .collect(),
            mission.squads.iter().map(|squad| squad.object_id).collect(),
        ];
        let mut taken: BTreeSet<u16> = asked.iter().flatten().flatten().copied().collect();
        taken.extend(mission.objects.keys());
        for trigger in &mission.triggers {
            if let Some(Subject::Object(id)) = &trigger.subject {
                taken.insert(*id);
            }
        }
        for member in mission.squads.iter().flat_map(|squad| &squad.members) {
            if let MemberTarget::Object(id) = &member.target {
                taken.insert(*id);
            }
        }
        let mut free = (0..u16::MAX).filter(|id| !taken.contains(id));
        let mut number = |asked: &[Option<u16>]| -> Vec<u16> {
            // Past the last ID there is none; the table's own limit is met long before.
            asked
                .iter()
                .map(|id| id.or_else(|| free.next()).unwrap_or(u16::MAX))
                .collect()
        };
        let mut numbered = asked.iter().map(|asked| number(asked));
        Self {
            ships: numbered.next().unwrap_or_default(),
            flight_groups: numbered.next().unwrap_or_default(),
            squads: numbered.next().unwrap_or_default(),
        }
    }

    /// A ship's.
    pub fn ship(&self, mission: &Mission, id: &ShipId) -> Option<u16> {
        self.ships
            .get(mission.ships.position(id.as_str())?)
            .copied()
    }

    /// A flight group's.
    pub fn flight_group(&self, mission: &Mission, id: &FlightGroupId) -> Option<u16> {
        self.flight_groups
            .get(mission.flight_groups.position(id.as_str())?)
            .copied()
    }

    /// A squad's.
    pub fn squad(&self, mission: &Mission, id: &SquadId) -> Option<u16> {
        self.squads
            .get(mission.squads.position(id.as_str())?)
            .copied()
    }

    /// A trigger's subject's.
    pub fn of_subject(&self, mission: &Mission, subject: &Subject) -> Option<u16> {
        match subject {
            Subject::Ship(id) => self.ship(mission, id),
            Subject::FlightGroup(id) => self.flight_group(mission, id),
            Subject::Squad(id) => self.squad(mission, id),
            Subject::Object(id) => Some(*id),
        }
    }

    /// The highest ID in use, which the object table runs to; 0xFFFF is none (dte-format 3.3).
    pub fn highest(&self) -> Option<u16> {
        [&self.ships, &self.flight_groups, &self.squads]
            .into_iter()
            .flatten()
            .copied()
            .filter(|id| *id != u16::MAX)
            .max()
    }
}
