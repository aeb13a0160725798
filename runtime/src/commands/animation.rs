//! Commands that move the parts of a ship.

use crate::simulation::Simulation;

use super::{Call, Outcome};

/// StartShipAnimation, StartShipAnimationReverse and StopShipAnimation (V217, V261, V272): tracks
/// belong to models, which the simulation does not have.
pub(super) fn start_ship_animation(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.ship_argument(call, 0).is_some() && simulation.text_argument(call, 1).is_some() {
        simulation.show(call);
        simulation.command_gap(call);
    }
    Outcome::DONE
}
