//! Commands of the player's display.

use crate::simulation::Simulation;
use crate::trace::TraceEvent;

use super::{Call, Outcome};

/// Missions that have objectives (V267).
const WITH_OBJECTIVES: std::ops::RangeInclusive<u16> = 1..=35;

/// OpenInstrument (V264).
pub(super) fn open_instrument(simulation: &mut Simulation, call: &Call) -> Outcome {
    set_instrument(simulation, call, true)
}

/// CloseInstrument (V265).
pub(super) fn close_instrument(simulation: &mut Simulation, call: &Call) -> Outcome {
    set_instrument(simulation, call, false)
}

fn set_instrument(simulation: &mut Simulation, call: &Call, open: bool) -> Outcome {
    let instrument = call.argument(0);
    simulation.log(TraceEvent::Instrument { instrument, open });
    Outcome::DONE
}

/// SetObjective (V267).
pub(super) fn set_objective(simulation: &mut Simulation, call: &Call) -> Outcome {
    let (objective, state) = (call.half(0), call.half(1));
    let shown = WITH_OBJECTIVES.contains(&simulation.options.mission);
    if !shown {
        simulation.gap("command SetObjective outside missions 1 to 35");
    }
    if let Some(place) = simulation.objectives.get_mut(usize::from(objective))
        && shown
    {
        *place = state;
        simulation.log(TraceEvent::Objective { objective, state });
    }
    Outcome::DONE
}

/// Scanner (V283).
pub(super) fn scanner(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.show(call);
    Outcome::DONE
}

/// ShowHudIcon (V291).
pub(super) fn show_hud_icon(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.log(TraceEvent::HudIcon {
        icon: call.argument(0),
        mode: call.argument(1),
    });
    Outcome::DONE
}
