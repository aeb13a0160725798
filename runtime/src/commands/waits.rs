//! Commands that make a thread wait (V84, V85).

use crate::director;
use crate::object::Flags;
use crate::orders::number::JUMPS_AND_LAUNCH;
use crate::simulation::Simulation;

use super::{Call, Outcome};

/// Bytes of a command's instruction, and of it with the two-byte push of its argument before it.
const COMMAND: u32 = 2;
const COMMAND_AND_PUSH: u32 = 4;
/// Actions that can be waited for: no source numbers them all, and a byte pushes the number.
const ACTIONS: u32 = 256;

/// Wait (V205).
pub(super) fn wait(simulation: &mut Simulation, call: &Call) -> Outcome {
    let wake = simulation.clock().wrapping_add(call.argument(0));
    if let Some(thread) = simulation.vm.thread_mut(call.thread) {
        thread.wake = wake;
    }
    Outcome::YIELD
}

/// WaitForSpeech (V207).
pub(super) fn wait_for_speech(simulation: &mut Simulation, _call: &Call) -> Outcome {
    wait_while(simulation.radio.speaks(), COMMAND)
}

/// WaitForMovie (V209).
pub(super) fn wait_for_movie(simulation: &mut Simulation, _call: &Call) -> Outcome {
    wait_while(simulation.radio.shows_film(), COMMAND)
}

/// WaitForDirectorCam (V280).
pub(super) fn wait_for_director_cam(simulation: &mut Simulation, _call: &Call) -> Outcome {
    wait_while(simulation.camera.view == director::VIEW, COMMAND)
}

/// InterruptTriggerCode (V223).
pub(super) fn interrupt_trigger_code(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(thread) = simulation.vm.thread_mut(call.thread) {
        thread.interrupted = true;
    }
    Outcome::YIELD
}

/// MultiPlayerSync (V245).
pub(super) fn multi_player_sync(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.players() > 1 {
        simulation.command_gap(call);
    }
    Outcome::YIELD
}

/// WaitForJumpOrLaunch (V258).
pub(super) fn wait_for_jump_or_launch(simulation: &mut Simulation, call: &Call) -> Outcome {
    let unable = Flags::STAND_IN.with(Flags::EXPLODING).with(Flags::DISABLED);
    let busy = simulation.reached(call).into_iter().any(|reached| {
        simulation.world.object(reached.ship).is_some_and(|object| {
            let order = object.orders.number();
            !object.flags.any(unable) && order.is_some_and(|n| JUMPS_AND_LAUNCH.contains(&n))
        })
    });
    wait_while(busy, COMMAND_AND_PUSH)
}

/// WaitForKey (V276).
pub(super) fn wait_for_key(simulation: &mut Simulation, call: &Call) -> Outcome {
    let action = call.argument(0);
    wait_while(
        action < ACTIONS && !simulation.key_is_held(action),
        COMMAND_AND_PUSH,
    )
}

fn wait_while(busy: bool, step_back: u32) -> Outcome {
    if busy {
        Outcome::again(step_back)
    } else {
        Outcome::DONE
    }
}
