//! Fly and Run Away.

use glam::DVec3;

use crate::clock::TICKS_PER_STEP;
use crate::simulation::Simulation;

use super::arrive::THERE;
use super::stack::{OrderData, OrderEntry, OrderState};
use super::steer::Steer;

/// How far along its heading a ship without a target steers.
const AHEAD: f64 = 20_000.0;
/// How many times as far from the ship as what it flees from lies the point that it flees to.
const FLEE: f64 = 100_000.0;

/// What Fly keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fly {
    /// The heading that the ship had as it began.
    heading: DVec3,
}

impl Simulation {
    pub(crate) fn begin_fly(&mut self, slot: u16) {
        let heading = self
            .world
            .object(slot)
            .map_or(DVec3::Z, |object| object.next.nose());
        self.set_order_state(slot, OrderState::Fly(Fly { heading }));
    }

    pub(crate) fn update_fly(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Fly(Fly { heading }) = self.order_state(slot) else {
            return;
        };
        let OrderData::Fly { speed } = current.data else {
            return self.fly_on(slot, current, heading, 0);
        };
        self.fly_on(slot, current, heading, speed);
    }

    fn fly_on(&mut self, slot: u16, current: OrderEntry, heading: DVec3, speed: u32) {
        let Some(own) = self.world.object(slot).map(|object| object.next.position) else {
            return;
        };
        let goal = self
            .target_next(current.target)
            .map(|point| point.next.position);
        if goal.is_some_and(|goal| goal.distance(own) < THERE) {
            self.pop_order(slot);
            return;
        }
        if self.flight_of(slot).is_none() {
            self.glide(slot, heading, speed);
            return;
        }
        let cruise = self.cruise(slot).max(1e-6);
        let throttle = match speed {
            0 => 1.0,
            speed => (f64::from(speed) / cruise).min(1.0),
        };
        let point = goal.unwrap_or(own + heading * AHEAD);
        self.steer(slot, point, Steer::FULL.upright());
        self.set_throttle(slot, throttle);
    }

    /// Moves what has no figures, such as a marker, along its heading.
    fn glide(&mut self, slot: u16, heading: DVec3, speed: u32) {
        let way = heading * (f64::from(speed) / f64::from(TICKS_PER_STEP));
        if way != DVec3::ZERO
            && let Some(object) = self.world.object_mut(slot)
        {
            object.put(object.now.position + way);
        }
    }

    pub(crate) fn update_run_away(&mut self, slot: u16, current: OrderEntry) {
        let Some(from) = self
            .target_next(current.target)
            .filter(|from| !from.is_stand_in())
        else {
            self.pop_order(slot);
            return;
        };
        let from = from.next.position;
        let Some(own) = self.world.object(slot).map(|object| object.next.position) else {
            return;
        };
        let how = Steer {
            ease: 0.1,
            ..Steer::FULL
        };
        self.steer(slot, own + (own - from) * FLEE, how);
        self.set_throttle(slot, 0.5);
    }
}
