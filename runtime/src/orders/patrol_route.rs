//! Patrol Route: flying round a route of waypoints.
//!
//! Each ship flies as one without a formation does in the game: to its place in a line of its
//! group's ships through each waypoint. Flying in the formation's own places is not built.

use formats::records::Ship;
use glam::DVec3;

use crate::simulation::Simulation;
use crate::trace::OrderTarget;

use super::stack::{OrderEntry, OrderState};
use super::steer::Steer;

/// Speed of a pace of 1, in units a step.
const PACE: f64 = 200.0;
/// The pace of a patrol.
const PATROL: f64 = 0.15;
/// Widths of the widest ship from one place of the line to the next.
const APART: f64 = 3.0;

/// What Patrol Route keeps: the place in the waypoint list that it flies to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Patrol {
    waypoint: u16,
}

impl Simulation {
    pub(crate) fn begin_patrol(&mut self, slot: u16, current: OrderEntry) {
        let in_formation = self
            .mission
            .ship(slot)
            .is_some_and(|ship| ship.formation_point != Ship::NONE_WIDE);
        if in_formation {
            self.gap_at("patrol in formation", current.script);
        }
        match current.target {
            OrderTarget::Waypoint { waypoint } => {
                self.set_order_state(slot, OrderState::Patrol(Patrol { waypoint }));
            }
            _ => self.pop_order(slot),
        }
    }

    pub(crate) fn update_patrol(&mut self, slot: u16) {
        let OrderState::Patrol(Patrol { waypoint }) = self.order_state(slot) else {
            return;
        };
        let (Some(next), Some(goal)) = (
            self.next_waypoint(waypoint),
            self.waypoint_place(slot, waypoint),
        ) else {
            self.pop_order(slot);
            return;
        };
        let Some(own) = self.world.object(slot).map(|object| object.next.position) else {
            return;
        };
        self.steer(slot, goal, Steer::FULL.within(0.5));
        if let Some(flight) = self.flight_of(slot) {
            let throttle = PACE * PATROL / flight.max_speed.max(1e-6);
            self.set_throttle(slot, throttle.min(1.0));
        }
        if own.distance(goal) < 2.0 * self.radius(slot) {
            self.set_order_state(slot, OrderState::Patrol(Patrol { waypoint: next }));
        }
    }

    /// The waypoint after one: the next of its route, after the last the first again.
    fn next_waypoint(&self, waypoint: u16) -> Option<u16> {
        let route_of = |place: u16| {
            let ship = *self.mission.bound.waypoints.get(usize::from(place))?;
            Some(self.mission.ship(ship)?.flight_group)
        };
        let route = route_of(waypoint)?;
        let next = waypoint.checked_add(1)?;
        if route_of(next) == Some(route) {
            return Some(next);
        }
        (0..=waypoint).find(|&first| route_of(first) == Some(route))
    }

    /// A ship's place in the line of its group's ships through a waypoint, which runs along the way
    /// from the next waypoint, the group's first ship nearest to that.
    fn waypoint_place(&self, slot: u16, waypoint: u16) -> Option<DVec3> {
        let position = |place: u16| {
            let ship = *self.mission.bound.waypoints.get(usize::from(place))?;
            let object = self.world.object(ship)?;
            // A waypoint that the script did not make stands where it is authored.
            Some(if object.is_stand_in() {
                crate::maths::vector(self.mission.ship(ship)?.position)
            } else {
                object.now.position
            })
        };
        let here = position(waypoint)?;
        let next = position(self.next_waypoint(waypoint)?)?;
        let back = (here - next).normalize_or_zero();
        let ships = match self.mission.group_of(slot) {
            Some(group) => self.mission.group_ships(group),
            None => &[],
        };
        let place = ships.iter().position(|&ship| ship == slot).unwrap_or(0);
        let widest = ships
            .iter()
            .map(|&ship| 2.0 * self.radius(ship))
            .fold(0.0, f64::max);
        // A group has 255 ships at most.
        Some(here + back * (APART * widest * place as f64))
    }
}
