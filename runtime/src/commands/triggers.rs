//! Commands that arm and disarm triggers.

use crate::simulation::Simulation;

use super::{Call, Outcome};

/// SetTriggerState (V215, V164).
pub(super) fn set_trigger_state(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(entity) = simulation.entity(call.argument(0)) {
        // The low bytes of the condition and of the state.
        let (condition, on) = (call.argument(1) as u8, call.argument(2) as u8);
        simulation.set_trigger_state(entity, condition, on);
    }
    Outcome::DONE
}

/// SetAnyTriggerState (V279, V165).
pub(super) fn set_any_trigger_state(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(entity) = simulation.entity(call.argument(0)) {
        let (condition, on) = (call.argument(1) as u8, call.argument(2) as u8);
        simulation.set_any_trigger_state(entity, condition, on, call.argument(3));
    }
    Outcome::DONE
}
