//! Launch: leaving a carrier, as timed motion (engine-facts 15).
//!
//! Launch points are parts of models, which the simulation does not have: ships wait side by side
//! at their carrier's middle.

use glam::DVec3;

use crate::clock::Tick;
use crate::object::{Flags, Motion, Pose};
use crate::simulation::Simulation;
use crate::stats::class_of;
use crate::trace::{OrderTarget, TraceEvent};
use crate::vm::conditions::number::LAUNCHED;
use crate::vm::events::{Values, WHOLE};

use super::stack::{OrderData, OrderEntry, OrderState};

/// Ticks that a ship waits at most once it may go.
const MOST_DELAY: u32 = 200;
/// Ticks that a ship waits for a carrier that is yet to be made; our own choice.
const CARRIER_WAIT: u32 = 100;
/// How far apart the ships of two gates wait.
const GATE_APART: f64 = 1500.0;

/// A leg of a launch.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Leg {
    /// It waits at its gate.
    Ride,
    /// It flies out along its nose, at a throttle.
    Out(f64),
    /// It sinks out of its carrier.
    Down(f64),
    /// It flies on by itself.
    On(f64),
}

/// The legs of a launch, each with its ticks.
type Legs = &'static [(u32, Leg)];

const BAY: Legs = &[(200, Leg::Ride), (200, Leg::Out(2.0)), (300, Leg::On(1.0))];
const LONG_BAY: Legs = &[(200, Leg::Ride), (400, Leg::Out(2.0)), (300, Leg::On(1.0))];
const YAMATO: Legs = &[(400, Leg::Ride), (500, Leg::Out(2.0))];
const BADANOV: Legs = &[(250, Leg::Ride), (300, Leg::Out(2.0))];
const TORPEDO: Legs = &[(200, Leg::Out(2.0))];
const POD: Legs = &[(200, Leg::Out(2.0)), (200, Leg::Out(2.0))];
const STORK: Legs = &[(400, Leg::Out(2.0))];
const RELIANT: Legs = &[(550, Leg::Ride), (500, Leg::Down(1.0)), (200, Leg::On(0.0))];
const ROGUE_BASE: Legs = &[(100, Leg::Down(-2.0))];
const ZAKOV: Legs = &[(100, Leg::Out(2.0))];

/// What Launch keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Launch {
    carrier: Option<u16>,
    gate: u16,
    /// Whether the carrier was there once; a carrier lost since takes the ship with it.
    seen: bool,
    /// When it leaves its gate, once it may go.
    leaves: Option<Tick>,
    /// The leg that it is on, and when that began.
    leg: usize,
    since: Tick,
    /// Whether it could be picked as a target before.
    targetable: bool,
}

impl Simulation {
    pub(crate) fn begin_launch(&mut self, slot: u16, current: OrderEntry) {
        let (carrier, gate) = match current.target {
            OrderTarget::Ship {
                ship,
                component: Some(gate),
            } => (Some(ship), gate),
            // Without a gate, the ships named share the launches out by the order's number.
            target => {
                let ships = self.target_ships(target);
                let turn = usize::from(current.count);
                let carrier = turn
                    .checked_rem(ships.len())
                    .and_then(|place| ships.get(place))
                    .map(|reached| reached.ship);
                let gate = turn.checked_div(ships.len()).unwrap_or(0);
                (carrier, u16::try_from(gate).unwrap_or(0))
            }
        };
        let now = self.now;
        if let Some(object) = self.world.object_mut(slot) {
            let targetable = object.flags.any(Flags::TARGETABLE);
            object.flags.set(Flags::TARGETABLE, false);
            object.flags.set(Flags::NO_COLLISIONS, true);
            object.orders.state = OrderState::Launch(Launch {
                carrier,
                gate,
                seen: false,
                leaves: None,
                leg: 0,
                since: now,
                targetable,
            });
        }
        self.gap_at("launch points", current.script);
    }

    pub(crate) fn update_launch(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Launch(mut launch) = self.order_state(slot) else {
            return;
        };
        let carrier = launch
            .carrier
            .and_then(|carrier| self.world.object(carrier))
            .filter(|carrier| !carrier.is_stand_in() && !carrier.flags.any(Flags::EXPLODING))
            .map(|carrier| (carrier.kind, carrier.next, carrier.velocity));
        let goes = matches!(current.data, OrderData::Launch { go: true });
        let Some((kind, node, velocity)) = carrier else {
            if launch.seen {
                self.destroy_object(slot, false);
            } else if goes && self.now.since(launch.since) >= CARRIER_WAIT {
                self.gap_at("launch from no carrier", current.script);
                self.end_launch(slot, launch, false);
            }
            return;
        };
        launch.seen = true;
        if launch.leaves.is_none() {
            self.ride(slot, node, launch.gate);
            if goes && let Some(object) = self.world.object_mut(slot) {
                let delay = object.random.range(0, MOST_DELAY);
                launch.leaves = Some(self.now.after(delay));
                launch.since = self.now.after(delay);
            }
        }
        if launch.leaves.is_some_and(|leaves| self.now >= leaves) {
            let own = self.world.object(slot).map_or(0, |object| object.kind);
            let Some(legs) = legs(kind, own, launch.gate) else {
                self.gap_at("launch from a ship without a bay", current.script);
                self.end_launch(slot, launch, false);
                return;
            };
            match legs.get(launch.leg) {
                Some(&(ticks, leg)) => {
                    self.fly_leg(slot, leg, node, velocity, &launch);
                    if self.now.since(launch.since) >= ticks {
                        launch.leg += 1;
                        launch.since = self.now;
                    }
                }
                None => {
                    self.end_launch(slot, launch, true);
                    return;
                }
            }
        }
        self.set_order_state(slot, OrderState::Launch(launch));
    }

    /// Puts a ship at its gate.
    fn ride(&mut self, slot: u16, node: Pose, gate: u16) {
        let aside = (f64::from(gate % 8) - 3.5) * GATE_APART;
        if let Some(object) = self.world.object_mut(slot) {
            object.stop();
            object.put(node.world(DVec3::X * aside));
            object.face(node.orientation);
        }
    }

    fn fly_leg(&mut self, slot: u16, leg: Leg, node: Pose, carrier: DVec3, launch: &Launch) {
        if leg == Leg::Ride {
            self.ride(slot, node, launch.gate);
            return;
        }
        let begins = self.now == launch.since;
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        object.inputs = DVec3::ZERO;
        let (motion, throttle) = match leg {
            Leg::Ride => return,
            Leg::Out(throttle) => (Motion::Plain, throttle),
            Leg::Down(throttle) => (Motion::Downward, throttle),
            Leg::On(throttle) => (Motion::Forward, throttle),
        };
        if begins && object.velocity == DVec3::ZERO {
            object.velocity = carrier;
        }
        object.motion = motion;
        object.throttle = throttle;
    }

    fn end_launch(&mut self, slot: u16, launch: Launch, launched: bool) {
        if let Some(object) = self.world.object_mut(slot) {
            object.motion = Motion::Forward;
            object.inputs = DVec3::ZERO;
            object.throttle = object.throttle.clamp(0.0, 1.0);
            object.flags.set(Flags::TARGETABLE, launch.targetable);
            object.flags.set(Flags::NO_COLLISIONS, false);
        }
        self.pop_order(slot);
        if launched {
            self.log(TraceEvent::Launched { ship: slot });
            let values = Values::new(&[self.mission.ship_place(slot)]);
            self.post_with_groups(slot, LAUNCHED, WHOLE, values);
        }
    }
}

/// The legs of a launch from a type of carrier; `None` for one that nothing launches from.
fn legs(carrier: u16, own: u16, gate: u16) -> Option<Legs> {
    use formats::catalogue::Class;
    if class_of(own) == Some(Class::Torpedo) {
        return Some(TORPEDO);
    }
    match own {
        0x4D | 0x90 => return Some(POD),
        0x25 => return Some(STORK),
        _ => {}
    }
    match carrier {
        0x38 | 0x9B => Some(LONG_BAY),
        0x11..=0x14 | 0x34 | 0x47 | 0x9C | 0xA0 => Some(BAY),
        0x35 | 0x78 | 0xDB | 0xDC | 0x36 | 0x40 | 0xC2 | 0xDD | 0xDE => Some(BAY),
        0xA5 if gate >= 6 => Some(BAY),
        0xA5 => Some(ROGUE_BASE),
        0x0D => Some(YAMATO),
        0x37 | 0x9A => Some(BADANOV),
        0x0C => Some(RELIANT),
        0xB0 | 0xA1 | 0xA2 | 0xE2 => Some(ZAKOV),
        _ => None,
    }
}
