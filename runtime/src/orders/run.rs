//! The running of orders: the current one of each object, once a frame.

use crate::object::{Flags, Motion};
use crate::simulation::Simulation;
use crate::stats::class_of;
use crate::trace::OrderTarget;

use super::number as order;
use super::stack::{Given, OrderData, OrderEntry, OrderState, Push, info};

/// One-shot orders that one run works off at most: as many as a stack holds.
const MOST_ONE_SHOTS: usize = 20;
/// Ticks after which the damage that a pilot minds is forgotten.
const DAMAGE_FORGOTTEN: u32 = 500;
/// Share of its full armor that a fighter loses before it turns on its attacker.
const PROVOKED: f64 = 0.7;

impl Simulation {
    /// Runs the orders of every object that is not disabled, in slot order.
    pub(crate) fn run_orders(&mut self) {
        let forget = self.now.0.is_multiple_of(DAMAGE_FORGOTTEN);
        for slot in self.world.slots() {
            let Some(object) = self.world.object(slot) else {
                continue;
            };
            if object.orders.stack.is_empty() || object.flags.any(Flags::DISABLED) {
                continue;
            }
            if forget
                && object.recent_damage > 0.0
                && let Some(object) = self.world.object_mut(slot)
            {
                object.recent_damage = 0.0;
            }
            self.run_object_orders(slot);
        }
    }

    /// Runs an object's current order.
    pub(crate) fn run_object_orders(&mut self, slot: u16) {
        self.retaliate(slot);
        if let Some(object) = self.world.object_mut(slot) {
            object.afterburner = false;
        }
        for _ in 0..MOST_ONE_SHOTS {
            let Some(current) = self.current_order(slot) else {
                break;
            };
            if !info(current.number).one_shot {
                self.run_lasting(slot, current);
                break;
            }
            self.update_order(slot, current);
            self.pop_order(slot);
        }
        if let Some(object) = self.world.object_mut(slot) {
            if object.flags.any(Flags::ENGINES_DISABLED) {
                object.throttle = 0.0;
                object.afterburner = false;
            }
            if object.fuel <= 0.0 {
                object.afterburner = false;
            }
        }
    }

    /// Runs an order that is no one-shot: its start, if it is starting, and then itself.
    fn run_lasting(&mut self, slot: u16, current: OrderEntry) {
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        if object.orders.starting {
            object.orders.starting = false;
            if info(current.number).avoidance {
                self.gap_at("avoidance", current.script);
            }
            self.begin_order(slot, current);
            // An order that its own start took off or covered does not run.
            let still = self.world.object(slot).is_some_and(|object| {
                !object.orders.starting
                    && object.orders.current().is_some_and(|now| {
                        now.number == current.number && now.target == current.target
                    })
            });
            if !still {
                return;
            }
        }
        if let Some(current) = self.current_order(slot) {
            self.update_order(slot, current);
        }
    }

    /// The current order of a slot.
    pub(crate) fn current_order(&self, slot: u16) -> Option<OrderEntry> {
        self.world.object(slot)?.orders.current().copied()
    }

    /// What the current order of a slot keeps.
    pub(crate) fn order_state(&self, slot: u16) -> OrderState {
        self.world
            .object(slot)
            .map_or(OrderState::Fresh, |object| object.orders.state)
    }

    /// Sets what the current order of a slot keeps.
    pub(crate) fn set_order_state(&mut self, slot: u16, state: OrderState) {
        if let Some(object) = self.world.object_mut(slot) {
            object.orders.state = state;
        }
    }

    /// Replaces the current order by the one that it leads to, with the same count.
    pub(crate) fn follow_up(&mut self, slot: u16, number: i16, target: OrderTarget, count: u16) {
        self.pop_order(slot);
        self.push_order(slot, Given::new(number, target).counted(count));
    }

    fn begin_order(&mut self, slot: u16, current: OrderEntry) {
        match current.number {
            order::FLY_AIMLESSLY => self.begin_aimless(slot),
            order::WARP_IN => self.begin_warp_in(slot, current),
            order::WARP_OUT => self.begin_warp_out(slot),
            order::FLY => self.begin_fly(slot),
            order::LAND => self.begin_land(slot, current),
            order::ESCORT => self.begin_escort(slot, current),
            order::EXPLODE => self.begin_explode(slot),
            order::OBJECT_ATTACH => self.begin_attach(slot, current),
            order::PATROL_ROUTE => self.begin_patrol(slot, current),
            order::SHIP_FOLLOW_CURVE => self.begin_curve(slot, current, false),
            order::FOLLOW_CURVE_BACKWARDS => self.begin_curve(slot, current, true),
            order::SPIN_SLOW => self.begin_spin(slot, 0.3),
            order::SPIN_MEDIUM => self.begin_spin(slot, 0.5),
            order::SPIN_FAST => self.begin_spin(slot, 0.9),
            order::JUMP_IN | order::JUMP_IN_SPREAD => self.begin_jump_in(slot, current),
            order::JUMP_OUT | order::JUMP_OUT_SPREAD => self.begin_jump_out(slot, current),
            order::FIXED_GATE_JUMP_IN => self.begin_gate_in(slot, current),
            order::FIXED_GATE_JUMP_OUT => self.begin_gate_out(slot),
            order::FORMATION => self.begin_formation(slot, current),
            order::EJECT => self.begin_eject(slot),
            order::EJECT_SPIN | order::EJECT_PLAYER => self.begin_eject_spin(slot, current.number),
            order::ABANDONED => self.begin_abandoned(slot),
            order::LAUNCH => self.begin_launch(slot, current),
            order::FIGHT => self.begin_fight(slot),
            order::MILL => self.begin_mill(slot, current),
            order::DOCK => self.begin_dock(slot, current),
            order::LIST_LEFT | order::LIST_RIGHT => self.begin_listing(slot),
            _ => {}
        }
    }

    fn update_order(&mut self, slot: u16, current: OrderEntry) {
        match current.number {
            order::DO_NOTHING | order::MULTIPLAYER_CONTROL => self.hold_still(slot),
            order::FLY_AIMLESSLY => self.update_aimless(slot),
            order::WARP_IN => self.update_warp_in(slot),
            order::WARP_OUT => self.update_warp_out(slot, current),
            order::FLY => self.update_fly(slot, current),
            order::RUN_AWAY => self.update_run_away(slot, current),
            order::LAND => self.update_land(slot),
            order::ESCORT => self.update_escort(slot),
            order::FIND_NEW_TARGET => self.update_find_new_target(slot, current),
            order::EXPLODE => self.update_explode(slot),
            order::OBJECT_ATTACH => self.update_attach(slot, current),
            order::PATROL_ROUTE => self.update_patrol(slot),
            order::TOGGLE_CLOAK => self.toggle_cloak(slot),
            order::SHIP_FOLLOW_CURVE | order::FOLLOW_CURVE_BACKWARDS => self.update_curve(slot),
            order::SLOW_ROTATE => self.slow_rotate(slot),
            order::SPIN_SLOW | order::SPIN_MEDIUM | order::SPIN_FAST => {}
            order::JUMP_IN | order::JUMP_IN_SPREAD => self.update_jump_in(slot, current),
            order::JUMP_OUT | order::JUMP_OUT_SPREAD => self.update_jump_out(slot, current),
            order::FIXED_GATE_JUMP_IN => self.update_gate_in(slot, current),
            order::FIXED_GATE_JUMP_OUT => self.update_gate_out(slot, current),
            order::FORMATION => self.update_formation(slot, current),
            order::EJECT => self.update_eject(slot),
            order::EJECT_SPIN | order::EJECT_PLAYER => {
                self.update_eject_spin(slot, current.number);
            }
            order::ABANDONED => self.update_abandoned(slot),
            order::MATCH_SPEED => self.update_match_speed(slot, current),
            order::LIGHTS_ON
            | order::LIGHTS_OFF
            | order::ROTATE_PROJECTOR
            | order::HUGE_EXPLOSION => {
                // What these show is not built; they are over at once in the game too.
                self.gap_at(&format!("order {}", current.number), current.script);
                self.pop_order(slot);
            }
            order::STOP => {
                if let Some(object) = self.world.object_mut(slot) {
                    object.stop();
                }
                self.pop_order(slot);
            }
            order::FLY_BACKWARDS => self.fly_backwards(slot),
            order::PLAYER_CONTROL => self.update_player(slot),
            order::TORPEDO => self.update_torpedo(slot, current),
            order::LAUNCH => self.update_launch(slot, current),
            order::FIGHT => self.update_fight(slot, current),
            order::MILL => self.update_mill(slot, current),
            order::DOCK => self.update_dock(slot, current),
            order::LIST_LEFT | order::LIST_RIGHT => self.update_listing(slot, current.number),
            number => self.pass_over_order(slot, number, current.script),
        }
    }

    /// An order that the simulation does not run holds its place on the stack and is counted, once
    /// for each time it begins; a one-shot order leaves the one below it as it is.
    fn pass_over_order(&mut self, slot: u16, number: i16, script: Option<u32>) {
        if info(number).one_shot {
            self.gap_at(&format!("order {number}"), script);
            return;
        }
        if matches!(self.order_state(slot), OrderState::Passed) {
            return;
        }
        self.set_order_state(slot, OrderState::Passed);
        self.hold_still(slot);
        self.gap_at(&format!("order {number}"), script);
    }

    /// Runs the exit of the current order, which has started.
    pub(crate) fn exit_order(&mut self, slot: u16) {
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        // A path that has ended leads nowhere.
        if matches!(object.motion, Motion::Follow) {
            object.motion = Motion::Forward;
        } else if matches!(object.motion, Motion::FollowBackwards) {
            object.motion = Motion::Backward;
        }
    }

    /// Turns a fighter on whoever has hurt it enough (orders table, retaliate).
    fn retaliate(&mut self, slot: u16) {
        let Some(object) = self.world.object(slot) else {
            return;
        };
        let Some(attacker) = object.last_attacker else {
            return;
        };
        let Some(current) = object.orders.current() else {
            return;
        };
        if !info(current.number).retaliate || object.flags.any(Flags::DO_NOT_DISTURB) {
            return;
        }
        let target = OrderTarget::Ship {
            ship: attacker,
            component: None,
        };
        let armor = self
            .options
            .stats
            .of(object.kind)
            .map_or(f64::INFINITY, |stats| 6.0 * stats.armor_class);
        let Some(other) = self.world.object(attacker) else {
            return;
        };
        let fighters = [object.kind, other.kind]
            .into_iter()
            .all(|kind| class_of(kind) == Some(formats::catalogue::Class::Fighter));
        let provoked = object.recent_damage >= PROVOKED * armor
            && other.side != object.side
            && fighters
            && current.target != target;
        if provoked {
            self.push_order(slot, Given::new(order::FIGHT, target));
        }
    }

    /// Sets the data of the order that was just given, if it was taken.
    pub(crate) fn push_with_data(&mut self, slot: u16, given: Given, data: OrderData) -> Push {
        let push = self.push_order(slot, given.with(data));
        // The same order at the same target takes the new data.
        if push == Push::Already
            && let Some(object) = self.world.object_mut(slot)
            && let Some(current) = object.orders.current_mut()
        {
            current.data = data;
        }
        push
    }
}
