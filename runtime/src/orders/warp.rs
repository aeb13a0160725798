//! Warp Out and Warp In, as timed motion (engine-facts 16).

use glam::DVec3;

use crate::clock::Tick;
use crate::object::{Flags, Motion};
use crate::simulation::Simulation;
use crate::trace::TraceEvent;

use super::number;
use super::stack::{OrderEntry, OrderState};

/// Ticks in which the tunnel opens and extends, and in which the ship enters it.
const OPEN: u32 = 334 + 250;
const ENTER: u32 = 371;
/// How far the ship flies as it enters.
const ENTER_WAY: f64 = 100_000.0;
/// Ticks in which the ship emerges, when it shows, and in which the tunnel settles.
const EMERGE: u32 = 223;
const SHOWS: u32 = 89;
const SETTLE: u32 = 200;
/// How far behind its target a ship emerges.
const BACK: f64 = 20_000.0;
/// How far apart ships emerge.
const APART: f64 = 3000.0;

/// What Warp Out keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WarpOut {
    phase: Phase,
    since: Tick,
}

/// What Warp In keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WarpIn {
    settling: bool,
    since: Tick,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Turn,
    Open,
    Enter,
}

impl Simulation {
    pub(crate) fn begin_warp_out(&mut self, slot: u16) {
        let since = self.now;
        let phase = Phase::Turn;
        self.set_order_state(slot, OrderState::WarpOut(WarpOut { phase, since }));
    }

    pub(crate) fn update_warp_out(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::WarpOut(mut warp) = self.order_state(slot) else {
            return;
        };
        let gone = self.now.since(warp.since);
        let target = self.beacon(current.target).map(|beacon| beacon.position);
        warp.phase = match warp.phase {
            Phase::Turn => {
                if !self.turn_to_jump(slot, target, gone) {
                    return;
                }
                Phase::Open
            }
            Phase::Open if gone >= OPEN => {
                if let Some(object) = self.world.object_mut(slot) {
                    // Set on its way, which the drift keeps up.
                    object.velocity = object.next.nose() * (ENTER_WAY / f64::from(ENTER / 4));
                    object.flags.set(Flags::UNPOWERED, true);
                }
                Phase::Enter
            }
            Phase::Enter if gone >= ENTER => {
                self.end_warp_out(slot, current);
                return;
            }
            _ => return,
        };
        warp.since = self.now;
        self.set_order_state(slot, OrderState::WarpOut(warp));
    }

    fn end_warp_out(&mut self, slot: u16, current: OrderEntry) {
        self.log(TraceEvent::JumpedOut { ship: slot });
        if let Some(object) = self.world.object_mut(slot) {
            object.flags.set(Flags::UNPOWERED, false);
            object.stop();
        }
        if self.target_slot(current.target).is_some() {
            self.follow_up(slot, number::WARP_IN, current.target, current.count);
        } else {
            self.leave_mission(slot);
        }
    }

    pub(crate) fn begin_warp_in(&mut self, slot: u16, current: OrderEntry) {
        let beacon = self.beacon(current.target);
        // 0, -3000, 3000, -6000 and so on.
        let places = f64::from(current.count.div_ceil(2));
        let side = if current.count.is_multiple_of(2) {
            1.0
        } else {
            -1.0
        };
        let beside = side * places * APART;
        let since = self.now;
        if let Some(object) = self.world.object_mut(slot) {
            object.stop();
            if let Some(beacon) = beacon {
                object.face(beacon.orientation);
                object.put(beacon.world(DVec3::new(beside, 0.0, -BACK)));
            }
            object.hidden = true;
            object.flags.set(Flags::NO_COLLISIONS, true);
            object.motion = Motion::Plain;
            object.orders.state = OrderState::WarpIn(WarpIn {
                settling: false,
                since,
            });
        }
        if slot == 0 {
            self.apply_at_jump();
        }
    }

    pub(crate) fn update_warp_in(&mut self, slot: u16) {
        let OrderState::WarpIn(mut warp) = self.order_state(slot) else {
            return;
        };
        let now = self.now;
        let gone = now.since(warp.since);
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        if warp.settling {
            if gone >= SETTLE {
                self.end_jump_in(slot);
            }
        } else if gone >= EMERGE {
            object.flags.set(Flags::NO_COLLISIONS, false);
            object.motion = Motion::Forward;
            object.throttle = 1.0;
            warp.settling = true;
            warp.since = now;
            self.set_order_state(slot, OrderState::WarpIn(warp));
        } else if gone >= SHOWS {
            object.hidden = false;
            object.throttle = 2.0;
        }
    }
}
