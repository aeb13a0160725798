//! Fixed Gate Jump Out and In, as timed motion (engine-facts 16).

use formats::catalogue::Side;
use glam::DVec3;

use crate::clock::Tick;
use crate::object::{Motion, Pose};
use crate::simulation::Simulation;
use crate::trace::TraceEvent;
use crate::vm::conditions::number::FIXED_GATE_JUMPED_IN;
use crate::vm::events::{Values, WHOLE};

use super::number;
use super::stack::{OrderEntry, OrderState};

/// Ticks of the way through one gate's tunnel, and out of the other's.
const RIDE: u32 = 400;
const OUT: u32 = 500;
/// How deep in the tunnel a ship starts, how high above its axis, and how far out it ends.
const DEEP: f64 = 26_000.0;
const ABOVE: f64 = 2000.0;
const OUT_FRIEND: f64 = 53_000.0;
const OUT_OTHER: f64 = 25_000.0;

/// What a passage through a gate keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Passage {
    since: Tick,
    gate: Option<Pose>,
}

impl Simulation {
    pub(crate) fn begin_gate_out(&mut self, slot: u16) {
        self.gap("gate tunnels");
        let since = self.now;
        self.set_order_state(slot, OrderState::Gate(Passage { since, gate: None }));
        if let Some(object) = self.world.object_mut(slot) {
            object.stop();
            object.hidden = true;
        }
    }

    pub(crate) fn update_gate_out(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Gate(passage) = self.order_state(slot) else {
            return;
        };
        if self.now.since(passage.since) >= RIDE {
            self.log(TraceEvent::JumpedOut { ship: slot });
            let (order, count) = (number::FIXED_GATE_JUMP_IN, current.count);
            self.follow_up(slot, order, current.target, count);
        }
    }

    pub(crate) fn begin_gate_in(&mut self, slot: u16, current: OrderEntry) {
        let gate = self.beacon(current.target);
        let since = self.now;
        self.set_order_state(slot, OrderState::Gate(Passage { since, gate }));
        if slot == 0 {
            self.apply_at_jump();
        }
        if let Some(object) = self.world.object_mut(slot) {
            object.stop();
            object.hidden = false;
            if let Some(gate) = gate {
                object.face(gate.orientation);
            }
        }
    }

    pub(crate) fn update_gate_in(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Gate(passage) = self.order_state(slot) else {
            return;
        };
        let gone = self.now.since(passage.since);
        let share = (f64::from(gone) / f64::from(OUT)).min(1.0);
        if let Some(gate) = passage.gate
            && let Some(object) = self.world.object_mut(slot)
        {
            let out = if object.side == Side::Friendly {
                OUT_FRIEND
            } else {
                OUT_OTHER
            };
            let along = -DEEP + share * (DEEP + out);
            object.put(gate.world(DVec3::new(0.0, -ABOVE, along)));
        }
        if gone < OUT {
            return;
        }
        if let Some(object) = self.world.object_mut(slot) {
            object.motion = Motion::Forward;
            object.throttle = 1.0;
        }
        self.pop_order(slot);
        self.log(TraceEvent::JumpedIn { ship: slot });
        // The event brings the gate's ship, not the one that came (script-vm V153).
        let values = match self.target_slot(current.target) {
            Some(gate) => Values::new(&[self.mission.ship_place(gate)]),
            None => Values::new(&[0]),
        };
        self.post_with_groups(slot, FIXED_GATE_JUMPED_IN, WHOLE, values);
    }
}
