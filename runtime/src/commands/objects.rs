//! Commands that set what an object is and may do.

use formats::catalogue::Side;
use formats::records::Ship;

use crate::object::Flags;
use crate::simulation::Simulation;
use crate::vm::events::WHOLE;

use super::{Call, Outcome};

/// Missions in which a player's ship can be made invulnerable (V226).
const TRAINING: std::ops::RangeInclusive<u16> = 30..=35;

/// SetPilot (V214).
pub(super) fn set_pilot(simulation: &mut Simulation, call: &Call) -> Outcome {
    let Ok(pilot) = u8::try_from(call.argument(1)) else {
        // There is no such record; the original reads what lies behind the table.
        simulation.gap("pilot past the last record");
        return Outcome::DONE;
    };
    if let Some(ship) = simulation.ship_argument(call, 0)
        && let Some(object) = simulation.world.object_mut(ship)
    {
        object.pilot = (pilot != Ship::NONE).then_some(pilot);
    }
    Outcome::DONE
}

/// SetInvulnerability (V226).
pub(super) fn set_invulnerability(simulation: &mut Simulation, call: &Call) -> Outcome {
    let reaches_players =
        TRAINING.contains(&simulation.options.mission) || simulation.options.training;
    // The low byte of the value.
    let value = call.argument(1) as u8;
    for reached in simulation.reached(call) {
        if reached.ship < simulation.players() && !reaches_players {
            continue;
        }
        match component(reached.component) {
            None => {
                if let Some(object) = simulation.world.object_mut(reached.ship) {
                    object.invulnerability = value;
                }
            }
            Some(component) => change_component(simulation, reached.ship, component, |state| {
                state.invulnerable = value != 0;
            }),
        }
    }
    Outcome::DONE
}

/// DisableObject (V228).
pub(super) fn disable_object(simulation: &mut Simulation, call: &Call) -> Outcome {
    let on = call.truth(1);
    for reached in simulation.reached(call) {
        match component(reached.component) {
            None => set_flag(simulation, reached.ship, Flags::DISABLED, on),
            Some(component) => change_component(simulation, reached.ship, component, |state| {
                state.hidden = on;
            }),
        }
    }
    Outcome::DONE
}

/// SetTargetable (V234).
pub(super) fn set_targetable(simulation: &mut Simulation, call: &Call) -> Outcome {
    let on = call.truth(1);
    for reached in simulation.reached(call) {
        match component(reached.component) {
            None => {
                let may = simulation
                    .stats_of(reached.ship)
                    .is_some_and(|stats| stats.targetable);
                set_flag(simulation, reached.ship, Flags::TARGETABLE, on && may);
            }
            Some(component) => change_component(simulation, reached.ship, component, |state| {
                state.targetable = on;
            }),
        }
    }
    Outcome::DONE
}

/// SetHostile (V254).
pub(super) fn set_hostile(simulation: &mut Simulation, call: &Call) -> Outcome {
    let side = if call.truth(1) {
        Side::Hostile
    } else {
        Side::Friendly
    };
    for reached in simulation.reached(call) {
        if let Some(object) = simulation.world.object_mut(reached.ship) {
            object.side = side;
        }
    }
    Outcome::DONE
}

/// Cloak (V288).
pub(super) fn cloak(simulation: &mut Simulation, call: &Call) -> Outcome {
    let on = call.truth(1);
    for reached in simulation.reached(call) {
        simulation.set_cloak(reached.ship, on);
    }
    Outcome::DONE
}

/// DisableListing, of one ship (V292).
pub(super) fn disable_listing(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        set_flag(simulation, ship, Flags::LISTING_DISABLED, call.truth(1));
        // No torpedo strikes, so no ship lurches.
        simulation.command_gap(call);
    }
    Outcome::DONE
}

/// DisableLights (V243).
pub(super) fn disable_lights(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.show(call);
    flag_each(simulation, call, Flags::LIGHTS_DISABLED)
}

/// DisableGuns (V247).
pub(super) fn disable_guns(simulation: &mut Simulation, call: &Call) -> Outcome {
    flag_each(simulation, call, Flags::GUNS_DISABLED)
}

/// DisableMissiles (V251).
pub(super) fn disable_missiles(simulation: &mut Simulation, call: &Call) -> Outcome {
    // Nobody fires missiles yet.
    simulation.command_gap(call);
    flag_each(simulation, call, Flags::MISSILES_DISABLED)
}

/// DisableEngines (V252).
pub(super) fn disable_engines(simulation: &mut Simulation, call: &Call) -> Outcome {
    flag_each(simulation, call, Flags::ENGINES_DISABLED)
}

/// DisableEject (V253).
pub(super) fn disable_eject(simulation: &mut Simulation, call: &Call) -> Outcome {
    flag_each(simulation, call, Flags::EJECT_DISABLED)
}

/// DoNotDisturb (V259).
pub(super) fn do_not_disturb(simulation: &mut Simulation, call: &Call) -> Outcome {
    flag_each(simulation, call, Flags::DO_NOT_DISTURB)
}

/// SetShipAvoidance (V273): not for a stand-in.
pub(super) fn set_ship_avoidance(simulation: &mut Simulation, call: &Call) -> Outcome {
    let on = call.truth(1);
    for reached in simulation.reached(call) {
        let there = simulation
            .world
            .object(reached.ship)
            .is_some_and(|object| !object.is_stand_in());
        if there {
            set_flag(simulation, reached.ship, Flags::NO_AVOIDANCE, on);
        }
    }
    Outcome::DONE
}

/// Sets a flag of each ship that a command reaches.
fn flag_each(simulation: &mut Simulation, call: &Call, flag: Flags) -> Outcome {
    let on = call.truth(1);
    for reached in simulation.reached(call) {
        set_flag(simulation, reached.ship, flag, on);
    }
    Outcome::DONE
}

fn set_flag(simulation: &mut Simulation, ship: u16, flag: Flags, on: bool) {
    if let Some(object) = simulation.world.object_mut(ship) {
        object.flags.set(flag, on);
    }
}

/// The component that a command is about; none for the whole ship.
fn component(named: Option<u8>) -> Option<u8> {
    named.filter(|&component| component != WHOLE)
}

fn change_component(
    simulation: &mut Simulation,
    ship: u16,
    component: u8,
    change: impl FnOnce(&mut crate::object::Component),
) {
    let armor = simulation
        .stats_of(ship)
        .map_or(0.0, |stats| stats.component_armor);
    if let Some(object) = simulation.world.object_mut(ship) {
        change(object.component_mut(component, armor));
    }
}
