//! Commands about a ship's components.

use crate::simulation::Simulation;

use super::{Call, Outcome};

/// DestroySubObject (V266). No source has it post Destroyed.
pub(super) fn destroy_sub_object(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let (Some(ship), Some(component)) =
        (simulation.ship_argument(call, 0), simulation.noted(call, 0))
    {
        simulation.remove_component(ship, component);
    }
    Outcome::DONE
}

/// TurretSetTarget (V278): turrets are not built.
pub(super) fn turret_set_target(simulation: &mut Simulation, call: &Call) -> Outcome {
    let named = simulation
        .reached(call)
        .iter()
        .any(|reached| reached.component.is_some());
    if named {
        simulation.command_gap(call);
    }
    Outcome::DONE
}

/// ReplaceSubObject (V284): where a component is, its model says.
pub(super) fn replace_sub_object(simulation: &mut Simulation, call: &Call) -> Outcome {
    let place = simulation
        .ship_argument(call, 0)
        .and_then(|ship| simulation.world.object(ship))
        .map(|ship| ship.next);
    if let (Some(place), Some(other), Some(_)) = (
        place,
        simulation.ship_argument(call, 1),
        simulation.noted(call, 0),
    ) {
        simulation.command_gap(call);
        if let Some(object) = simulation.world.object_mut(other) {
            object.stop();
            object.put(place.position);
            object.face(place.orientation);
        }
    }
    Outcome::DONE
}
