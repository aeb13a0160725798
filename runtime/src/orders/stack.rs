//! The stack of orders that an object keeps (orders table, script-vm V98).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use formats::catalogue::{self, OrderFlag};

use crate::object::Flags;
use crate::simulation::Simulation;
use crate::trace::{OrderTarget, Refusal, TraceEvent};

use super::{dock, eject, escort, explode, fight, fly, follow_curve, gate, jump, land, launch};
use super::{number, patrol_route, simple, warp};

/// Orders that a stack holds.
const MOST_ORDERS: usize = 20;
/// Orders below this one are refused by a player's ship unless they are marked for players.
const FIRST_OF_ALL_SHIPS: i16 = 100;
/// Priority of an order that gives way to any other.
const GIVES_WAY: u8 = 0;

/// An order of a stack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OrderEntry {
    pub(crate) number: i16,
    pub(crate) target: OrderTarget,
    /// The ship's place among those that one command gave the order.
    pub(crate) count: u16,
    pub(crate) data: OrderData,
    /// The instruction that gave it, in bytes from the start of the script.
    pub(crate) script: Option<u32>,
}

/// An order's own data.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum OrderData {
    #[default]
    None,
    /// Fly: units a step, 0 for full throttle.
    Fly { speed: u32 },
    /// The curve, the seconds for its path, and the ship that carries the path.
    Curve {
        curve: u16,
        seconds: u32,
        carrier: Option<u16>,
    },
    /// Launch: whether it may go.
    Launch { go: bool },
}

/// What an order keeps from one run to the next.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum OrderState {
    #[default]
    Fresh,
    /// An order that the simulation does not run, once it is counted.
    Passed,
    Aimless(simple::Aimless),
    Attach(simple::Attach),
    Listing(simple::Listing),
    Fly(fly::Fly),
    Escort(escort::Escort),
    Formation(escort::Formation),
    Patrol(patrol_route::Patrol),
    Curve(follow_curve::Follow),
    Launch(launch::Launch),
    Land(land::Land),
    JumpOut(jump::JumpOut),
    JumpIn(jump::JumpIn),
    WarpOut(warp::WarpOut),
    WarpIn(warp::WarpIn),
    Gate(gate::Passage),
    Explode(explode::Explode),
    Eject(eject::Eject),
    Fight(fight::Fight),
    Mill(fight::Mill),
    Dock(dock::Dock),
}

/// An object's orders, the current one last.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Orders {
    pub(crate) stack: Vec<OrderEntry>,
    /// The current order has yet to run for the first time.
    pub(crate) starting: bool,
    pub(crate) state: OrderState,
}

impl Orders {
    /// The current order.
    pub(crate) fn current(&self) -> Option<&OrderEntry> {
        self.stack.last()
    }

    /// The current order, to change.
    pub(crate) fn current_mut(&mut self) -> Option<&mut OrderEntry> {
        self.stack.last_mut()
    }

    /// The current order's number.
    pub(crate) fn number(&self) -> Option<i16> {
        self.current().map(|order| order.number)
    }

    /// The orders, the current one first.
    pub(crate) fn top_down(&self) -> impl Iterator<Item = &OrderEntry> {
        self.stack.iter().rev()
    }
}

/// How the engine treats an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct OrderInfo {
    pub(crate) players: bool,
    pub(crate) one_shot: bool,
    pub(crate) retaliate: bool,
    pub(crate) avoidance: bool,
    pub(crate) priority: u8,
}

static ORDERS: LazyLock<BTreeMap<i16, OrderInfo>> = LazyLock::new(|| {
    catalogue::orders()
        .iter()
        .filter_map(|row| {
            let has = |flag| row.flags.contains(&flag);
            let info = OrderInfo {
                players: has(OrderFlag::Players),
                one_shot: has(OrderFlag::OneShot),
                retaliate: has(OrderFlag::Retaliate),
                avoidance: has(OrderFlag::Avoidance),
                priority: row.priority,
            };
            Some((i16::try_from(row.number).ok()?, info))
        })
        .collect()
});

/// How the engine treats an order; a number without a row has no routines and gives way.
pub(crate) fn info(order: i16) -> OrderInfo {
    ORDERS.get(&order).copied().unwrap_or_default()
}

/// An order as it is to be given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Given {
    pub(crate) number: i16,
    pub(crate) target: OrderTarget,
    pub(crate) count: u16,
    pub(crate) data: OrderData,
}

impl Given {
    /// An order at a target, without data.
    pub(crate) fn new(number: i16, target: OrderTarget) -> Self {
        Self {
            number,
            target,
            count: 0,
            data: OrderData::None,
        }
    }

    /// The same as the n-th that a command gives.
    pub(crate) fn counted(self, count: u16) -> Self {
        Self { count, ..self }
    }

    /// The same with data.
    pub(crate) fn with(self, data: OrderData) -> Self {
        Self { data, ..self }
    }
}

/// What became of an order that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Push {
    /// It is the current order now.
    Pushed,
    /// The same order at the same target is the current one already.
    Already,
    /// It was refused.
    Refused(Refusal),
}

impl Simulation {
    /// Gives a ship an order.
    pub(crate) fn push_order(&mut self, slot: u16, given: Given) -> Push {
        let push = self.try_push(slot, given);
        let script = self.script_now();
        match push {
            Push::Pushed => self.log(TraceEvent::OrderGiven {
                ship: slot,
                order: given.number,
                target: given.target,
                number: given.count,
                script,
            }),
            Push::Refused(refusal) => self.log(TraceEvent::OrderRefused {
                ship: slot,
                order: given.number,
                target: given.target,
                refusal,
                script,
            }),
            Push::Already => {}
        }
        push
    }

    fn try_push(&mut self, slot: u16, given: Given) -> Push {
        let script = self.script_now();
        let info = info(given.number);
        if slot < self.players() && given.number < FIRST_OF_ALL_SHIPS && !info.players {
            return Push::Refused(Refusal::Players);
        }
        let Some(object) = self.world.object(slot) else {
            return Push::Refused(Refusal::Lost);
        };
        let same =
            |order: &OrderEntry| order.number == given.number && order.target == given.target;
        if object.orders.current().is_some_and(same) {
            return Push::Already;
        }
        if let Err(refusal) = self.give_way(slot, given.number) {
            return Push::Refused(refusal);
        }
        let Some(object) = self.world.object_mut(slot) else {
            return Push::Refused(Refusal::Lost);
        };
        let orders = &mut object.orders;
        orders.stack.retain(|order| !same(order));
        if orders.stack.len() >= MOST_ORDERS {
            return Push::Refused(Refusal::Full);
        }
        orders.stack.push(OrderEntry {
            number: given.number,
            target: given.target,
            count: given.count,
            data: given.data,
            script,
        });
        if !info.one_shot {
            orders.starting = true;
            orders.state = OrderState::Fresh;
        }
        Push::Pushed
    }

    /// Makes the current order give way to another, running its exit; or says why it does not.
    fn give_way(&mut self, slot: u16, to: i16) -> Result<(), Refusal> {
        let lost = Flags::EXPLODING.with(Flags::EJECTED).with(Flags::SENT_OFF);
        let Some(object) = self.world.object(slot) else {
            return Err(Refusal::Lost);
        };
        if object.flags.any(lost) {
            return Err(Refusal::Lost);
        }
        let Some(current) = object.orders.number() else {
            return Ok(());
        };
        let own = info(current);
        let new = info(to);
        if object.orders.starting || new.one_shot {
            return Ok(());
        }
        let gives =
            to == number::EXPLODE || own.priority == GIVES_WAY || new.priority > own.priority;
        if !gives {
            return Err(Refusal::Busy);
        }
        self.exit_order(slot);
        Ok(())
    }

    /// Takes the current order off; the one below starts again.
    pub(crate) fn pop_order(&mut self, slot: u16) {
        let one_shot = self
            .current_order(slot)
            .is_some_and(|order| info(order.number).one_shot);
        // A one-shot order never started, and the order below it goes on.
        if !one_shot {
            self.exit_if_started(slot);
        }
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        let Some(popped) = object.orders.stack.pop() else {
            return;
        };
        if !one_shot {
            object.orders.starting = true;
            object.orders.state = OrderState::Fresh;
        }
        self.log(TraceEvent::OrderEnded {
            ship: slot,
            order: popped.number,
        });
    }

    /// Drops all orders where the current one gives way; its exit alone runs (script-vm V212).
    pub(crate) fn clear_orders(&mut self, slot: u16) {
        if self.give_way(slot, number::DO_NOTHING).is_ok() {
            self.empty_orders(slot);
        }
    }

    /// Drops all orders, whatever they are, and puts one in their place.
    pub(crate) fn replace_orders(&mut self, slot: u16, order: i16) {
        self.exit_if_started(slot);
        self.empty_orders(slot);
        if let Some(object) = self.world.object_mut(slot) {
            object.orders.stack.push(OrderEntry {
                number: order,
                target: OrderTarget::None,
                count: 0,
                data: OrderData::None,
                script: None,
            });
            object.orders.starting = true;
        }
        self.log(TraceEvent::OrderGiven {
            ship: slot,
            order,
            target: OrderTarget::None,
            number: 0,
            script: None,
        });
    }

    fn empty_orders(&mut self, slot: u16) {
        if let Some(object) = self.world.object_mut(slot) {
            object.orders.stack.clear();
            object.orders.state = OrderState::Fresh;
            object.orders.starting = false;
        }
    }

    fn exit_if_started(&mut self, slot: u16) {
        let started = self
            .world
            .object(slot)
            .is_some_and(|object| !object.orders.starting);
        if started {
            self.exit_order(slot);
        }
    }

    /// Marks the first Launch of a stack as free to go (script-vm V220).
    pub(crate) fn release_launch(&mut self, slot: u16) {
        if let Some(object) = self.world.object_mut(slot) {
            let launch = object
                .orders
                .stack
                .iter_mut()
                .rev()
                .find(|order| order.number == number::LAUNCH);
            if let Some(launch) = launch {
                launch.data = OrderData::Launch { go: true };
            }
        }
    }
}
