//! Dock: coming alongside another ship and sliding into a berth, as timed motion.
//!
//! Ports are parts of models, which the simulation does not have: every berth lies behind the
//! middle of the ship that it belongs to.

use glam::DVec3;

use crate::clock::Tick;
use crate::object::{Flags, Motion};
use crate::simulation::Simulation;
use crate::trace::TraceEvent;
use crate::vm::conditions::number::DOCKED;
use crate::vm::events::Values;

use super::arrive::THERE;
use super::stack::{OrderEntry, OrderState};
use super::steer::Steer;

/// How far behind the ship's edge its visitor latches on.
const LATCH: f64 = 10_000.0;
/// Ticks of the slide into the berth.
const SLIDE: u32 = 1000;
/// Where the berth lies, in radii of its ship behind its middle.
const BERTH: f64 = 0.5;

/// What Dock keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dock {
    host: u16,
    /// When the slide began, and where from.
    slide: Option<(Tick, DVec3)>,
}

impl Simulation {
    pub(crate) fn begin_dock(&mut self, slot: u16, current: OrderEntry) {
        self.gap_at("docking ports", current.script);
        let host = self
            .target_ships(current.target)
            .into_iter()
            .map(|reached| reached.ship)
            .find(|&host| {
                self.world
                    .object(host)
                    .is_some_and(|object| !object.is_stand_in())
            });
        match host {
            Some(host) => {
                self.set_order_state(slot, OrderState::Dock(Dock { host, slide: None }));
            }
            None => self.pop_order(slot),
        }
    }

    pub(crate) fn update_dock(&mut self, slot: u16, _current: OrderEntry) {
        let OrderState::Dock(dock) = self.order_state(slot) else {
            return;
        };
        let gone = self
            .world
            .object(dock.host)
            .is_none_or(|host| host.is_stand_in());
        if gone {
            self.pop_order(slot);
            return;
        }
        match dock.slide {
            None => self.approach_berth(slot, dock),
            Some((since, _)) if self.now.since(since) >= SLIDE => self.settle_in_berth(slot, dock),
            Some(_) => {}
        }
    }

    fn approach_berth(&mut self, slot: u16, dock: Dock) {
        let back = self.radius(dock.host) + LATCH;
        let (Some(host), Some(own)) = (self.world.object(dock.host), self.world.object(slot))
        else {
            return;
        };
        let point = host.next.world(-DVec3::Z * back);
        let from = own.next.position;
        if point.distance(from) >= THERE && self.flight_of(slot).is_some() {
            self.steer(slot, point, Steer::FULL);
            self.set_throttle(slot, 1.0);
            return;
        }
        if let Some(host) = self.world.object_mut(dock.host) {
            host.stop();
        }
        let slide = Some((self.now, from));
        if let Some(object) = self.world.object_mut(slot) {
            object.flags.set(Flags::ATTACHED, true);
            object.motion = Motion::Follow;
            object.orders.state = OrderState::Dock(Dock { slide, ..dock });
        }
    }

    /// Where the slide has the ship stand by now: as far from the berth as the share of its time
    /// left, squared, of where it began.
    pub(crate) fn dock_path(&self, slot: u16, dock: Dock) -> Option<DVec3> {
        let berth = self.berth(dock.host)?;
        let (since, from) = dock.slide?;
        let left = 1.0 - f64::from(self.now.since(since)) / f64::from(SLIDE);
        let left = left.clamp(0.0, 1.0);
        self.world.object(slot)?;
        Some(berth + (from - berth) * (left * left))
    }

    fn berth(&self, host: u16) -> Option<DVec3> {
        let back = self.radius(host) * BERTH;
        Some(self.world.object(host)?.next.world(-DVec3::Z * back))
    }

    fn settle_in_berth(&mut self, slot: u16, dock: Dock) {
        let berth = self.berth(dock.host);
        let turned = self
            .world
            .object(dock.host)
            .map(|host| host.next.orientation);
        if let (Some(berth), Some(turned), Some(object)) =
            (berth, turned, self.world.object_mut(slot))
        {
            object.stop();
            object.put(berth);
            object.face(turned);
            object.motion = Motion::Backward;
        }
        self.log(TraceEvent::Docked { ship: slot });
        self.post(slot, DOCKED, Values::NONE);
        self.pop_order(slot);
    }
}
