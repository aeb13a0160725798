//! What an order is aimed at.

use glam::DVec3;

use crate::bind::Entity;
use crate::object::{Flags, Object};
use crate::simulation::Simulation;
use crate::trace::OrderTarget;
use crate::vm::squads::{Reached, members, walk};

/// Flags of a ship that nothing can be aimed at (engine-facts 5).
const INVALID: Flags = Flags::EXPLODING
    .with(Flags::CLOAKED)
    .with(Flags::DISABLED)
    .with(Flags::EJECTED)
    .with(Flags::SENT_OFF);

impl Simulation {
    /// The slot of a target that is a ship, made or not.
    pub(crate) fn target_slot(&self, target: OrderTarget) -> Option<u16> {
        match target {
            OrderTarget::Ship { ship, .. } => self.world.object(ship).map(|_| ship),
            _ => None,
        }
    }

    /// Where a target that is a ship will be next.
    pub(crate) fn target_next(&self, target: OrderTarget) -> Option<&Object> {
        self.world.object(self.target_slot(target)?)
    }

    /// The ships that a target names, one for each time that it names them.
    pub(crate) fn target_ships(&self, target: OrderTarget) -> Vec<Reached> {
        let place = match target {
            OrderTarget::Ship { ship, component } => {
                let component = component.and_then(|component| u8::try_from(component).ok());
                return match self.world.object(ship) {
                    Some(_) => vec![Reached { ship, component }],
                    None => Vec::new(),
                };
            }
            OrderTarget::Group { group } => self.mission.entity_place(Entity::Group(group)),
            OrderTarget::Squad { squad } => self.mission.entity_place(Entity::Squad(squad)),
            OrderTarget::None | OrderTarget::Waypoint { .. } => return Vec::new(),
        };
        walk(&self.mission, place, 0)
    }

    /// Whether a ship can be aimed at; with `cloaked`, whether or not it is cloaked.
    pub(crate) fn can_aim_at(&self, slot: u16, cloaked: bool) -> bool {
        self.world.object(slot).is_some_and(|object| {
            let mut flags = object.flags;
            if cloaked {
                flags.set(Flags::CLOAKED, false);
            }
            flags.any(Flags::TARGETABLE) && !flags.any(INVALID)
        })
    }

    /// The nearest ship of a target that can be aimed at.
    pub(crate) fn nearest_aim(&self, from: DVec3, target: OrderTarget) -> Option<u16> {
        let ships: Vec<u16> = match target {
            OrderTarget::Squad { squad } => members(&self.mission, Entity::Squad(squad))
                .into_iter()
                .map(|(reached, _)| reached.ship)
                .collect(),
            target => {
                let reached = self.target_ships(target).into_iter();
                reached.map(|reached| reached.ship).collect()
            }
        };
        ships
            .into_iter()
            .filter(|&ship| self.can_aim_at(ship, false))
            .filter_map(|ship| {
                let object = self.world.object(ship)?;
                Some((ship, object.next.position.distance_squared(from)))
            })
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(ship, _)| ship)
    }

    /// The nearest ship of another side, neither neutral nor the ship itself, that can be aimed at.
    pub(crate) fn nearest_enemy(&self, slot: u16) -> Option<u16> {
        use formats::catalogue::Side;
        let own = self.world.object(slot)?;
        self.world
            .slots()
            .filter(|&other| other != slot && self.can_aim_at(other, false))
            .filter_map(|other| {
                let object = self.world.object(other)?;
                let enemy = object.side != own.side && object.side != Side::Neutral;
                let distance = object.next.position.distance_squared(own.next.position);
                enemy.then_some((other, distance))
            })
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(other, _)| other)
    }
}
