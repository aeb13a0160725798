//! Escort and Formation: keeping a place by another ship.

use glam::DVec3;

use crate::object::Pose;
use crate::simulation::Simulation;
use crate::trace::OrderTarget;

use super::stack::{OrderEntry, OrderState};
use super::steer::Steer;

/// How far ahead of the escorted ship its escort steers.
const LEAD: f64 = 10_000.0;
/// How near that point is near.
const NEAR: f64 = 5000.0;
/// Throttle for each unit that the escorted ship lies ahead.
const CATCH_UP: f64 = 0.0001;
/// How far apart ships of a formation fly.
const ABREAST: f64 = 3000.0;

/// What Escort keeps: whom it escorts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Escort {
    ship: Option<u16>,
}

/// What Formation keeps: the ship's place in the target's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Formation {
    place: DVec3,
}

impl Simulation {
    /// Of a group, the ship at the order's number is escorted, counting round again past the last.
    pub(crate) fn begin_escort(&mut self, slot: u16, current: OrderEntry) {
        let ships = self.target_ships(current.target);
        let ship = usize::from(current.count)
            .checked_rem(ships.len())
            .and_then(|place| ships.get(place))
            .map(|reached| reached.ship);
        self.set_order_state(slot, OrderState::Escort(Escort { ship }));
    }

    pub(crate) fn update_escort(&mut self, slot: u16) {
        let OrderState::Escort(Escort { ship }) = self.order_state(slot) else {
            return;
        };
        let escorted = ship.and_then(|ship| {
            let object = self.world.object(ship)?;
            (!object.is_stand_in()).then_some((object.next, object.speed))
        });
        let Some((escorted, speed)) = escorted else {
            self.pop_order(slot);
            return;
        };
        let Some(own) = self.world.object(slot).map(|object| object.next.position) else {
            return;
        };
        let point = escorted.world(DVec3::Z * LEAD);
        let how = if point.distance(own) < NEAR {
            Steer::FULL.within(0.5).upright()
        } else {
            Steer::FULL
        };
        self.steer(slot, point, how);
        let ahead = (escorted.position - own).dot(escorted.nose());
        let throttle = speed / self.cruise(slot).max(1e-6) + ahead * CATCH_UP;
        self.set_throttle(slot, throttle.clamp(0.0, 1.0));
    }

    pub(crate) fn begin_formation(&mut self, slot: u16, current: OrderEntry) {
        let places = f64::from(current.count / 2 + 1);
        let side = if current.count.is_multiple_of(2) {
            -1.0
        } else {
            1.0
        };
        let place = DVec3::X * (side * places * ABREAST);
        self.set_order_state(slot, OrderState::Formation(Formation { place }));
    }

    pub(crate) fn update_formation(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Formation(Formation { place }) = self.order_state(slot) else {
            return;
        };
        match self.leader(current.target) {
            Some(leader) => {
                self.arrive(slot, leader.world(place), leader.orientation, 0.0);
            }
            None => self.pop_order(slot),
        }
    }

    fn leader(&self, target: OrderTarget) -> Option<Pose> {
        let slot = self.target_slot(target)?;
        let object = self.world.object(slot)?;
        self.can_aim_at(slot, false).then_some(object.next)
    }
}
