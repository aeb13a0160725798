//! Eject, Eject Spin and Eject Player, in outline (engine-facts 17).
//!
//! The pod keeps the ship's slot. The wreck that stays behind, and the ships that come for the
//! player's pod, are not built.

use glam::DVec3;

use crate::clock::Tick;
use crate::maths::step_turn;
use crate::object::{Flags, Motion};
use crate::simulation::Simulation;
use crate::trace::Ending;

use super::number;
use super::stack::OrderState;

/// Ticks of an AI ship's spin before its pilot leaves.
const SPIN: u32 = 200;
/// Ticks that the player's wreck drifts before it explodes.
const PLAYER_DRIFT: std::ops::Range<u32> = 400..600;
/// Turn of a spinning ship, each step at most.
const SPIN_TURN: f64 = 0.1;
/// Units a step that the pod leaves at, and ticks before it brakes.
const LEAVE: f64 = 50.0;
const LEAVE_TICKS: u32 = 100;
/// Ticks before the player's pod meets its fate, and of the pick-up's view after that.
const FATE_TICKS: u32 = 600;
const PICK_UP_TICKS: u32 = 1200;
/// Ticks after which a ship that its pilot has left is destroyed.
const ABANDONED_TICKS: u32 = 200;

/// What the orders of an ejection keep: when the next thing happens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Eject {
    next: Tick,
    braking: bool,
}

impl Simulation {
    pub(crate) fn begin_eject_spin(&mut self, slot: u16, order: i16) {
        let player = order == number::EJECT_PLAYER;
        if !player {
            self.post_destroyed(slot);
        }
        let now = self.now;
        if let Some(object) = self.world.object_mut(slot) {
            object.flags.set(Flags::UNPOWERED, true);
            object.flags.set(Flags::EJECTED, true);
            let ticks = if player {
                object.random.range(PLAYER_DRIFT.start, PLAYER_DRIFT.end)
            } else {
                let mut spread = || object.random.spread(SPIN_TURN);
                let turn = DVec3::new(spread(), spread(), spread());
                object.turn = step_turn(turn);
                SPIN
            };
            object.orders.state = OrderState::Eject(Eject {
                next: now.after(ticks),
                braking: false,
            });
        }
    }

    pub(crate) fn update_eject_spin(&mut self, slot: u16, order: i16) {
        let OrderState::Eject(eject) = self.order_state(slot) else {
            return;
        };
        if self.now < eject.next {
            return;
        }
        if order == number::EJECT_PLAYER {
            self.destroy_object(slot, false);
        } else {
            self.replace_orders(slot, number::EJECT);
        }
    }

    pub(crate) fn begin_eject(&mut self, slot: u16) {
        self.post_destroyed(slot);
        self.gap("ejected wreck");
        let now = self.now;
        if let Some(object) = self.world.object_mut(slot) {
            object.flags.set(Flags::EJECTED, true);
            object.flags.set(Flags::UNPOWERED, true);
            object.flags.set(Flags::TARGETABLE, false);
            object.velocity -= object.next.orientation.y_axis * LEAVE;
            object.orders.state = OrderState::Eject(Eject {
                next: now.after(LEAVE_TICKS),
                braking: false,
            });
        }
    }

    pub(crate) fn update_eject(&mut self, slot: u16) {
        let OrderState::Eject(mut eject) = self.order_state(slot) else {
            return;
        };
        if self.now < eject.next {
            return;
        }
        if !eject.braking {
            eject.braking = true;
            eject.next = self.now.after(FATE_TICKS - LEAVE_TICKS);
            if let Some(object) = self.world.object_mut(slot) {
                object.flags.set(Flags::UNPOWERED, false);
                object.motion = Motion::Brake;
                object.orders.state = OrderState::Eject(eject);
            }
        } else if slot == 0 && self.ending.is_none() {
            let ending = self.pod_fate();
            self.end_mission_later(ending, PICK_UP_TICKS);
        }
    }

    /// What becomes of the player's pod, by the script's odds.
    fn pod_fate(&mut self) -> Ending {
        let odds = self.rescue_odds.map(|odds| i64::from(odds).max(0));
        let [rescued, captured, _] = odds;
        let sum: i64 = odds.iter().sum();
        let drawn = i64::from(self.random.draw()).checked_rem(sum).unwrap_or(0);
        if drawn < rescued {
            Ending::Rescued
        } else if drawn < rescued.saturating_add(captured) {
            Ending::Captured
        } else {
            Ending::PodDestroyed
        }
    }

    pub(crate) fn begin_abandoned(&mut self, slot: u16) {
        let next = self.now.after(ABANDONED_TICKS);
        let state = Eject {
            next,
            braking: false,
        };
        self.set_order_state(slot, OrderState::Eject(state));
    }

    pub(crate) fn update_abandoned(&mut self, slot: u16) {
        if let OrderState::Eject(eject) = self.order_state(slot)
            && self.now >= eject.next
        {
            self.destroy_object(slot, false);
        }
    }
}
