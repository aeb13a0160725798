//! Watches: who comes near whom, looked at once a second (script-vm V162 to V169).

use std::collections::BTreeMap;
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
/// Looks of one second at most; no mission that an author can write has more watches.
const MOST_LOOKS: u32 = 8192;
/// The order in which the conditions are checked.
const ORDER: [u8; 3] = [
    number::CLOSE_PROXIMITY,
    number::PROXIMITY,
    number::SHIP_REACHED,
];

/// A trigger that wants to hear of ships that come near.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Watch {
    pub(crate) trigger: u16,
    condition: u8,
    /// ID of the object that watches.
    pub(crate) owner: Option<u16>,
    /// Whether it looks; only the script's commands change it (V163).
    pub(crate) flagged: bool,
    /// Proximity's reach, in radii, as its second operand has it.
    pub(crate) radii: Option<u32>,
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
pub(crate) struct Seen {
    pub(crate) ship: u16,
    pub(crate) position: DVec3,
}

impl Simulation {
    /// Sets whether the watches of a trigger look.
    pub(crate) fn flag_watches(&mut self, trigger: u16, flagged: bool) {
        // They stand in the order of their triggers.
        let watches = &mut self.vm.watches;
        let first = watches.partition_point(|watch| watch.trigger < trigger);
        for watch in watches.iter_mut().skip(first) {
            if watch.trigger != trigger {
                break;
            }
            watch.flagged = flagged;
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
        self.inquire_watch(&seen);
        let mut looks = 0;
        for condition in ORDER {
            let watching = self.watching(condition);
            for own in &seen {
                let Some(reaches) = mission
                    .object_id(Entity::Ship(own.ship))
                    .and_then(|id| watching.get(&id))
                else {
                    continue;
                };
                let kind = mission.ship(own.ship).map_or(0, |record| record.kind);
                let radius = self.radius(own.ship);
                for reach in reaches_of(condition, reaches, kind, radius) {
                    looks += 1;
                    if looks > MOST_LOOKS {
                        self.gap_at("watches past the most that look", None);
                        return;
                    }
                    self.look(&mission, condition, own, &seen, reach, radius);
                }
            }
        }
    }

    /// The flagged watches of a condition by the object that watches: each one's reach in radii,
    /// which Proximity alone has.
    fn watching(&self, condition: u8) -> BTreeMap<u16, Vec<Option<u32>>> {
        let mut watching: BTreeMap<u16, Vec<Option<u32>>> = BTreeMap::new();
        let flagged = self.vm.watches.iter().filter(|watch| watch.flagged);
        for watch in flagged.filter(|watch| watch.condition == condition) {
            if let Some(owner) = watch.owner {
                watching.entry(owner).or_default().push(watch.radii);
            }
        }
        watching
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

/// How far a ship looks for a condition, once for each look (V167), by its flagged watches.
pub(crate) fn reaches_of(
    condition: u8,
    watches: &[Option<u32>],
    kind: u16,
    radius: f64,
) -> Vec<f64> {
    match condition {
        number::PROXIMITY => {
            let radii = watches.iter().copied().flatten();
            radii.map(|radii| f64::from(radii) * radius).collect()
        }
        number::CLOSE_PROXIMITY => vec![CLOSE_RADII * radius],
        _ if matches!(kind, Ship::KIND_WAYPOINT | Ship::KIND_NAV_POINT) => vec![REACHED],
        _ => Vec::new(),
    }
}
