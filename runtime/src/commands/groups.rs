//! Commands that make and take away flight groups.

use crate::bind::Entity;
use crate::simulation::Simulation;

use super::{Call, Outcome};

/// CreateFlightGroup (V203).
pub(super) fn create_flight_group(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(Entity::Group(group)) = simulation.entity(call.argument(0)) {
        simulation.create_flight_group(group);
    }
    Outcome::DONE
}

/// DestroyFlightGroup (V204).
pub(super) fn destroy_flight_group(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(Entity::Group(group)) = simulation.entity(call.argument(0)) {
        simulation.destroy_flight_group(group);
    }
    Outcome::DONE
}
