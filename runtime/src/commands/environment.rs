//! Commands of the surroundings, and what waits for the next jump.

use crate::object::Flags;
use crate::simulation::Simulation;

use super::{Call, Outcome};

/// SetEnvironmentFX and SetEnvironmentFXNebula (V244, V260): asked for now, shown at the next jump.
pub(super) fn set_environment(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.show(call);
    Outcome::DONE
}

/// UpdateEnvironmentFXState (V256).
pub(super) fn update_environment(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.show(call);
    simulation.apply_at_jump();
    Outcome::DONE
}

/// DisableObjectAtNextJump (V293).
pub(super) fn disable_object_at_next_jump(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        let waiting = &mut simulation.world.at_next_jump;
        waiting.retain(|(other, _)| *other != ship);
        waiting.push((ship, call.truth(1)));
    }
    Outcome::DONE
}

impl Simulation {
    /// Applies what was asked for since the last jump.
    pub(crate) fn apply_at_jump(&mut self) {
        for (ship, disabled) in std::mem::take(&mut self.world.at_next_jump) {
            if let Some(object) = self.world.object_mut(ship) {
                object.flags.set(Flags::DISABLED, disabled);
            }
        }
    }
}
