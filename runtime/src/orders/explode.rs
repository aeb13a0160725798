//! Explode: the end of a destroyed object (engine-facts 9).

use formats::catalogue::Class;
use glam::DVec3;

use crate::clock::Tick;
use crate::maths::step_turn;
use crate::object::{Flags, Motion};
use crate::simulation::Simulation;
use crate::stats::class_of;
use crate::trace::Ending;

use super::stack::OrderState;

/// Ticks that a ship spins before it bursts.
const SPIN: std::ops::Range<u32> = 200..400;
/// Ticks that the burst itself takes, our own choice.
const BURST: u32 = 100;
/// How far a spin turns a ship each step at most: pitch and yaw, and roll.
const SPIN_TURN: f64 = 0.025;
const SPIN_ROLL: f64 = 0.15;
/// View of the player's end, and how long it is shown before the mission ends.
const DEATH_VIEW: u8 = 8;
const DEATH_TICKS: u32 = 600;

/// What Explode keeps: when the object bursts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Explode {
    bursts: Tick,
}

impl Simulation {
    pub(crate) fn begin_explode(&mut self, slot: u16) {
        self.post_destroyed(slot);
        let now = self.now;
        let mut bursts = now;
        if let Some(object) = self.world.object_mut(slot) {
            object.flags.set(Flags::EXPLODING, true);
            object.flags.set(Flags::TARGETABLE, false);
            let style = if class_of(object.kind) == Some(Class::Torpedo) {
                2
            } else {
                object.random.range(0, 3)
            };
            if style == 0 {
                object.flags.set(Flags::UNPOWERED, true);
                let mut spread = |reach| object.random.spread(reach);
                let turn = DVec3::new(spread(SPIN_TURN), spread(SPIN_TURN), spread(SPIN_ROLL));
                object.turn = step_turn(turn);
                bursts = now.after(object.random.range(SPIN.start, SPIN.end));
            } else if style == 2 {
                object.stop();
                object.motion = Motion::Brake;
            }
        }
        self.set_order_state(slot, OrderState::Explode(Explode { bursts }));
        if slot == 0 {
            self.switch_view(DEATH_VIEW, Some(0), true, true);
            self.end_mission_later(Ending::Killed, DEATH_TICKS);
        }
    }

    pub(crate) fn update_explode(&mut self, slot: u16) {
        let OrderState::Explode(explode) = self.order_state(slot) else {
            return;
        };
        if self.now < explode.bursts {
            return;
        }
        self.world.clear(slot);
        if let Some(object) = self.world.object_mut(slot) {
            object.flags.set(Flags::EXPLODING, true);
        }
        let ends = self.now.after(BURST);
        self.world.explosions.push((ends, slot));
    }
}
