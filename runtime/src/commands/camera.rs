//! Commands of the camera.

use crate::director::{Path, Shot};
use crate::simulation::Simulation;
use crate::views::{CHASE, COCKPIT, MISSILE};

use super::{Call, Outcome};

/// StartDirectorCam (V216, V321).
pub(super) fn start_director_cam(simulation: &mut Simulation, call: &Call) -> Outcome {
    let shot = shot(simulation, call);
    simulation.start_director(shot);
    Outcome::DONE
}

/// StackDirectorCam (V282, V322).
pub(super) fn stack_director_cam(simulation: &mut Simulation, call: &Call) -> Outcome {
    let shot = shot(simulation, call);
    simulation.stack_director(shot);
    Outcome::DONE
}

/// StopDirectorCam (V236, V323).
pub(super) fn stop_director_cam(simulation: &mut Simulation, _call: &Call) -> Outcome {
    simulation.stop_director();
    Outcome::DONE
}

/// StartMissileCam (V231). No missile flies here, so the view stays behind the ship.
pub(super) fn start_missile_cam(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        simulation.command_gap(call);
        simulation.switch_view(MISSILE, Some(ship), true, true);
    }
    Outcome::YIELD
}

/// StartChaseCam (V232).
pub(super) fn start_chase_cam(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.is_null(call, 0) {
        simulation.switch_view(COCKPIT, Some(0), false, true);
    } else if let Some(ship) = simulation.ship_argument(call, 0) {
        simulation.switch_view(CHASE, Some(ship), true, true);
    }
    Outcome::YIELD
}

/// The shot that the arguments describe (V320).
fn shot(simulation: &Simulation, call: &Call) -> Shot {
    let place = call.argument(0);
    let path = if simulation.entity(place).is_some() {
        simulation
            .ship_argument(call, 0)
            .map_or(Path::None, Path::Ship)
    } else {
        simulation
            .mission
            .curve_index(place)
            .map_or(Path::None, Path::Curve)
    };
    Shot {
        path,
        tracked: simulation.ship_argument(call, 1),
        seconds: call.argument(2),
        ridden: simulation.ship_argument(call, 3),
        held: call.argument(4),
    }
}
