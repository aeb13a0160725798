//! Watches: who comes near whom, looked at once a second (script-vm V162 to V169).

use std::sync::Arc;

use formats::records::{Reference, Ship};
use glam::DVec3;

use crate::bind::{Entity, Mission};
use crate::simulation::Simulation;

use super::conditions::number;
use super::events::Values;

/// Reach of CloseProximity, in radii of the ship that watches.
const CLOSE_RADII: f64 = 20.0;
/// Reach of ShipReached, in world units.
const REACHED: f64 = 4000.0;
/// The order in which the conditions are checked.
const ORDER: [u8; 3] = [
    number::CLOSE_PROXIMITY,
    number::PROXIMITY,
    number::SHIP_REACHED,
];

/// A trigger that wants to hear of ships that come near.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Watch {
    trigger: u16,
    condition: u8,
    /// ID of the object that watches.
    owner: Option<u16>,
    /// Whether it looks; only the script's commands change it (V163).
    pub(crate) flagged: bool,
    /// Proximity's reach, in radii, as its second operand has it.
    radii: Option<u32>,
}

impl Watch {
    /// The watches of a mission (V162).
    pub(crate) fn all(mission: &Mission, players: u8) -> Vec<Self> {
        let mut watches = Vec::new();
        let first_player = mission.object_id(Entity::Ship(0));
        let triggers = (0..=u16::MAX).zip(&mission.tables.triggers);
        for ((index, trigger), owner) in triggers.zip(&mission.owners) {
            if !ORDER.contains(&trigger.condition) {
                continue;
            }
            let [_, reach, ..] = trigger.operands;
            let watch = Self {
                trigger: index,
                condition: trigger.condition,
                owner: *owner,
                flagged: true,
                radii: Reference(reach).index().map(|_| reach),
            };
            watches.push(watch);
            if owner.is_some() && *owner == first_player {
                watches.extend((1..u16::from(players)).map(|player| Self {
                    owner: mission.object_id(Entity::Ship(player)),
                    ..watch
                }));
            }
        }
        watches
    }
}

/// A ship that can be seen by a watch.
struct Seen {
    ship: u16,
    position: DVec3,
}

impl Simulation {
    /// Sets whether the watches of a trigger look.
    pub(crate) fn flag_watches(&mut self, trigger: u16, flagged: bool) {
        for watch in &mut self.vm.watches {
            if watch.trigger == trigger {
                watch.flagged = flagged;
            }
        }
    }

    /// Looks around, once a second, after the timers (V166).
    pub(crate) fn check_watches(&mut self) {
        if self.vm.watches.is_empty() {
            return;
        }
        let mission = Arc::clone(&self.mission);
        let seen: Vec<Seen> = self
            .world
            .mission_ships()
            .filter_map(|ship| {
                let object = self.world.object(ship)?;
                let there = !object.is_stand_in() && !self.world.is_destroyed(ship);
                there.then_some(Seen {
                    ship,
                    position: object.now.position,
                })
            })
            .collect();
        for condition in ORDER {
            for own in &seen {
                let id = mission.object_id(Entity::Ship(own.ship));
                let kind = mission.ship(own.ship).map_or(0, |record| record.kind);
                let radius = self.radius(own.ship);
                for reach in self.reaches(condition, id, kind, radius) {
                    self.look(&mission, condition, own, &seen, reach, radius);
                }
            }
        }
    }

    /// How far a ship looks for a condition, once for each look (V167).
    fn reaches(&self, condition: u8, id: Option<u16>, kind: u16, radius: f64) -> Vec<f64> {
        let mut own = self
            .vm
            .watches
            .iter()
            .filter(|watch| watch.flagged && watch.condition == condition && watch.owner == id)
            .filter(|_| id.is_some());
        match condition {
            number::PROXIMITY => own
                .filter_map(|watch| watch.radii)
                .map(|radii| f64::from(radii) * radius)
                .collect(),
            number::CLOSE_PROXIMITY => own
                .next()
                .map(|_| CLOSE_RADII * radius)
                .into_iter()
                .collect(),
            _ if matches!(kind, Ship::KIND_WAYPOINT | Ship::KIND_NAV_POINT) => {
                own.next().map(|_| REACHED).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Posts every other ship within reach (V168).
    fn look(
        &mut self,
        mission: &Mission,
        condition: u8,
        own: &Seen,
        seen: &[Seen],
        reach: f64,
        radius: f64,
    ) {
        for other in seen.iter().filter(|other| other.ship != own.ship) {
            let distance = (other.position - own.position).length();
            if distance <= reach {
                let place = mission.ship_place(other.ship);
                let values = match condition {
                    number::SHIP_REACHED => Values::new(&[place]),
                    // Whole radii; what no number holds stays at its end.
                    _ => Values::new(&[place, (distance / radius) as u32]),
                };
                self.post(own.ship, condition, values);
            }
        }
    }
}
