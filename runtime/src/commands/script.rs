//! Commands about the script itself.

use crate::simulation::Simulation;
use crate::trace::{Ending, ThreadEnd, TraceEvent};

use super::{Call, Outcome};

/// PrintShipName, a test command (V200).
pub(super) fn print_ship_name(_simulation: &mut Simulation, _call: &Call) -> Outcome {
    Outcome::DONE
}

/// PrintDebugMessage (V210).
pub(super) fn print_debug_message(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(text) = simulation.text_argument(call, 0) {
        simulation.log(TraceEvent::DebugMessage { text });
    }
    Outcome::DONE
}

/// TerminateMission (V277): the mission ends after this frame.
pub(super) fn terminate_mission(simulation: &mut Simulation, _call: &Call) -> Outcome {
    simulation.ending = Some((Ending::Terminated, simulation.now));
    Outcome::DONE
}

/// KillAllScriptExecutionExecptMe (V281).
pub(super) fn kill_all_script_execution(simulation: &mut Simulation, call: &Call) -> Outcome {
    let others: Vec<usize> = simulation
        .vm
        .threads
        .iter()
        .enumerate()
        .filter(|(slot, thread)| *slot != call.thread && thread.ip.is_some())
        .map(|(slot, _)| slot)
        .collect();
    for slot in others {
        simulation.end_thread(slot, ThreadEnd::Killed);
    }
    Outcome::DONE
}

/// MultiplayerScriptSync (V286): nothing in a game of one.
pub(super) fn multiplayer_script_sync(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.players() > 1 {
        simulation.command_gap(call);
    }
    Outcome::DONE
}
