//! Land, as timed motion: the player comes home and the mission ends (orders table).
//!
//! The flight into the carrier is a cutaway of its model's doors, which is not built.

use crate::clock::Tick;
use crate::simulation::Simulation;
use crate::trace::OrderTarget;
use crate::vm::variables::{LANDING_CLEARED, MISSION_OVER};

use super::number;
use super::stack::{Given, OrderEntry, OrderState};

/// Ticks until the cutaway, while the player flies on.
const DUE: u32 = 700;
/// Ticks of the cutaway, our own choice.
const CUTAWAY: u32 = 1500;

/// What Land keeps: when it began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Land {
    since: Tick,
}

impl Simulation {
    /// A ship other than the player's lets its landing go at once.
    pub(crate) fn begin_land(&mut self, slot: u16, current: OrderEntry) {
        if slot != 0 {
            self.pop_order(slot);
            return;
        }
        self.gap_at("landing", current.script);
        let since = self.now;
        self.set_order_state(slot, OrderState::Land(Land { since }));
    }

    pub(crate) fn update_land(&mut self, slot: u16) {
        let OrderState::Land(Land { since }) = self.order_state(slot) else {
            return;
        };
        let gone = self.now.since(since);
        if gone >= DUE {
            self.hold_still(slot);
        }
        if gone >= DUE + CUTAWAY {
            self.set_variable(MISSION_OVER, 1);
        }
    }

    /// Whether the scene is the landing's, in which no script runs (script-vm V10).
    pub(crate) fn is_landing_scene(&self) -> bool {
        let lands = self
            .current_order(0)
            .is_some_and(|order| order.number == number::LAND);
        match self.order_state(0) {
            OrderState::Land(Land { since }) => lands && self.now.since(since) >= DUE,
            _ => false,
        }
    }

    /// PERMISSION TO LAND: granted while the script clears it (variable 10).
    pub(crate) fn request_landing(&mut self) {
        if self.vm.memory.variables.get(LANDING_CLEARED) != 0 {
            self.push_order(0, Given::new(number::LAND, OrderTarget::None));
        }
    }
}
