//! Object IDs: the numbers that triggers, squads and kept events know records by.

use std::collections::BTreeSet;

use crate::ids::{FlightGroupId, ShipId, SquadId};
use crate::mission::Mission;

/// The object ID of each ship, flight group and squad, by its place in its collection.
///
/// A record that asks for an ID gets it; the others take the lowest that are free, ships first, then
/// flight groups, then squads. So a mission in which none asks has them numbered through.
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
        let taken: BTreeSet<u16> = asked.iter().flatten().flatten().copied().collect();
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

    /// The highest ID in use, which the object table runs to.
    pub fn highest(&self) -> Option<u16> {
        [&self.ships, &self.flight_groups, &self.squads]
            .into_iter()
            .flatten()
            .copied()
            .max()
    }
}
