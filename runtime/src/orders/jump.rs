//! Jump Out and Jump In, as timed motion (engine-facts 16).

use glam::DVec3;

use crate::clock::Tick;
use crate::object::{Flags, Motion, Pose};
use crate::simulation::Simulation;
use crate::trace::{OrderTarget, TraceEvent};
use crate::vm::conditions::number::JUMPED_IN;
use crate::vm::events::{Values, WHOLE};
use crate::vm::variables::JUMP_READY;

use super::number;
use super::stack::{OrderEntry, OrderState};
use super::steer::Steer;

/// Ticks that a ship turns to its way at most.
const MOST_TURNING: u32 = 1000;
/// Ticks of the charge, the jump itself, and the flare: a thousand over their rates.
const CHARGE: u32 = 167;
const JUMP: u32 = 250;
const FLARE: u32 = 100;
/// How far the jump itself takes a ship.
const JUMP_WAY: f64 = 500_000.0;
/// How far ahead lies the point that a ship without a target turns to.
const FAR_AHEAD: f64 = 1e7;
/// How far down a ship that leaves the mission is put.
const FAR_BELOW: f64 = 9.9e6;
/// Ticks of the arrival's flash, of its flight, and of the spread of order 40.
const FLASH: u32 = 20;
const FLIGHT: u32 = 334;
const SPREAD: u32 = 200;
/// How far apart ships arrive, and how far back, without components and with.
const APART: f64 = 3000.0;
const BACK: f64 = 25_000.0;
const BACK_LARGE: f64 = 100_000.0;
/// Speed, and turn rate, below which a ship is at rest.
const REST_SPEED: f64 = 1.0;
const REST_RATE: f64 = 0.02;

/// What Jump Out keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct JumpOut {
    phase: OutPhase,
    since: Tick,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OutPhase {
    Turn,
    Charge,
    Jump,
    Flare,
}

/// What Jump In keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct JumpIn {
    phase: InPhase,
    since: Tick,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InPhase {
    Flash,
    Fly,
    Spread,
}

impl Simulation {
    pub(crate) fn begin_jump_out(&mut self, slot: u16, _current: OrderEntry) {
        let since = self.now;
        let phase = OutPhase::Turn;
        self.set_order_state(slot, OrderState::JumpOut(JumpOut { phase, since }));
    }

    pub(crate) fn update_jump_out(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::JumpOut(mut jump) = self.order_state(slot) else {
            return;
        };
        if slot == 0 && self.vm.memory.variables.get(JUMP_READY) != 0 {
            self.set_variable(JUMP_READY, 0);
        }
        let gone = self.now.since(jump.since);
        let target = self.jump_target(slot, current.target);
        let next = match jump.phase {
            OutPhase::Turn => {
                if !self.turn_to_jump(slot, target, gone) {
                    return;
                }
                OutPhase::Charge
            }
            OutPhase::Charge if gone >= CHARGE => {
                self.leap(slot, target);
                OutPhase::Jump
            }
            OutPhase::Jump if gone >= JUMP => {
                if let Some(object) = self.world.object_mut(slot) {
                    object.motion = Motion::Brake;
                    object.velocity = DVec3::ZERO;
                    object.hidden = true;
                }
                OutPhase::Flare
            }
            OutPhase::Flare if gone >= FLARE => {
                self.end_jump_out(slot, current);
                return;
            }
            _ => return,
        };
        jump.phase = next;
        jump.since = self.now;
        self.set_order_state(slot, OrderState::JumpOut(jump));
    }

    /// Where a jump leads; `None` out of the mission, as at no target or at itself.
    fn jump_target(&self, slot: u16, target: OrderTarget) -> Option<DVec3> {
        let target = self.target_slot(target).filter(|&target| target != slot)?;
        Some(self.world.object(target)?.next.position)
    }

    /// Turns a ship to where it jumps and brings it to rest; says whether it is ready.
    pub(crate) fn turn_to_jump(&mut self, slot: u16, target: Option<DVec3>, gone: u32) -> bool {
        let Some(next) = self.world.object(slot).map(|object| object.next) else {
            return true;
        };
        let point = target.unwrap_or(next.world(DVec3::Z * FAR_AHEAD));
        self.steer(slot, point, Steer::FULL.within(0.8));
        self.set_throttle(slot, 0.0);
        let Some(object) = self.world.object(slot) else {
            return true;
        };
        let rests = object.speed < REST_SPEED && object.rates.length() < REST_RATE;
        let ready = (rests && self.is_ahead(slot, point, 0.999))
            || gone >= MOST_TURNING
            || self.flight_of(slot).is_none();
        if ready && let Some(object) = self.world.object_mut(slot) {
            object.stop();
        }
        ready
    }

    fn leap(&mut self, slot: u16, target: Option<DVec3>) {
        let since = self.now;
        if let Some(object) = self.world.object_mut(slot) {
            let from = object.next.position;
            let nose = object.next.nose();
            let way = match target {
                Some(target) => (target - from).normalize_or(nose),
                None => nose,
            };
            let to = from + way * JUMP_WAY;
            object.motion = Motion::JumpOut { from, to, since };
        }
    }

    fn end_jump_out(&mut self, slot: u16, current: OrderEntry) {
        self.log(TraceEvent::JumpedOut { ship: slot });
        if let Some(object) = self.world.object_mut(slot) {
            object.motion = Motion::Forward;
            object.hidden = false;
        }
        let target = self
            .target_slot(current.target)
            .filter(|&target| target != slot);
        if target.is_some() {
            let order = if current.number == number::JUMP_OUT_SPREAD {
                number::JUMP_IN_SPREAD
            } else {
                number::JUMP_IN
            };
            self.follow_up(slot, order, current.target, current.count);
        } else {
            self.leave_mission(slot);
        }
    }

    /// Takes a ship that jumped or warped to nowhere out of the mission.
    pub(crate) fn leave_mission(&mut self, slot: u16) {
        if let Some(object) = self.world.object_mut(slot) {
            let below = object.next.position + DVec3::Y * FAR_BELOW;
            object.put(below);
            object.stop();
            object.hidden = false;
            object.flags.set(Flags::DISABLED, true);
        }
        self.pop_order(slot);
    }

    pub(crate) fn begin_jump_in(&mut self, slot: u16, current: OrderEntry) {
        let back = if self.has_components(slot) {
            BACK_LARGE
        } else {
            BACK
        };
        let beside = aside(current.count) * APART;
        let beacon = self.target_next(current.target).map(|beacon| beacon.next);
        let since = self.now;
        if let Some(object) = self.world.object_mut(slot) {
            object.stop();
            if let Some(beacon) = beacon {
                object.face(beacon.orientation);
                object.put(beacon.world(DVec3::new(beside, 0.0, -back)));
            }
            object.hidden = true;
            object.motion = Motion::Brake;
            object.orders.state = OrderState::JumpIn(JumpIn {
                phase: InPhase::Flash,
                since,
            });
        }
        if slot == 0 {
            self.apply_at_jump();
        }
    }

    pub(crate) fn update_jump_in(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::JumpIn(mut jump) = self.order_state(slot) else {
            return;
        };
        let now = self.now;
        let gone = now.since(jump.since);
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        match jump.phase {
            InPhase::Flash if gone >= FLASH => {
                object.hidden = false;
                object.motion = Motion::JumpIn { since: now };
                jump.phase = InPhase::Fly;
            }
            InPhase::Fly if gone >= FLIGHT => {
                object.motion = Motion::Forward;
                object.throttle = 1.0;
                if current.number != number::JUMP_IN_SPREAD {
                    self.end_jump_in(slot);
                    return;
                }
                let places = f64::from(current.count.div_ceil(2));
                let side = if current.count.is_multiple_of(2) {
                    1.0
                } else {
                    -1.0
                };
                object.inputs = DVec3::new(0.5 * places, 0.0, 0.5 * places * side);
                jump.phase = InPhase::Spread;
            }
            InPhase::Spread if gone >= SPREAD => {
                object.inputs = DVec3::ZERO;
                self.end_jump_in(slot);
                return;
            }
            _ => return,
        }
        jump.since = now;
        self.set_order_state(slot, OrderState::JumpIn(jump));
    }

    /// Ends a jump or a warp in.
    pub(crate) fn end_jump_in(&mut self, slot: u16) {
        self.pop_order(slot);
        self.log(TraceEvent::JumpedIn { ship: slot });
        let values = Values::new(&[self.mission.ship_place(slot)]);
        self.post_with_groups(slot, JUMPED_IN, WHOLE, values);
    }

    /// Where a ship stands whose order is at nothing.
    pub(crate) fn beacon(&self, target: OrderTarget) -> Option<Pose> {
        self.target_next(target).map(|beacon| beacon.next)
    }
}

/// Places aside of the n-th ship: one, one, two, two, to the left first.
fn aside(count: u16) -> f64 {
    let places = f64::from(count.div_ceil(2));
    if count.is_multiple_of(2) {
        places
    } else {
        -places
    }
}
