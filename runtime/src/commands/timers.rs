//! Commands about timers.

use crate::simulation::Simulation;

use super::{Call, Outcome};

/// CreateTimer (V201, V106).
pub(super) fn create_timer(simulation: &mut Simulation, call: &Call) -> Outcome {
    // The part is kept as a signed dword, the rest as halfwords.
    let part = call.argument(1) as i32;
    simulation.create_timer(call.half(0), part, call.half(2), call.half(3));
    Outcome::DONE
}

/// DestroyTimer (V202, V110).
pub(super) fn destroy_timer(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.destroy_timer(call.half(0));
    Outcome::DONE
}
