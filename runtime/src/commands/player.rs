//! Commands about the player, and about what ships make for.

use crate::object::Flags;
use crate::simulation::Simulation;

use super::{Call, Outcome};

/// Radius of the action sphere that 0 stands for (V237).
const ACTION_RADIUS: f64 = 220_000.0;
/// Clock value of no jump, and the result for a jump that lies ahead.
const NO_JUMP: u32 = 0xFFFF;
/// Ships with a flyback marker at most (V270).
const MOST_FLYBACKS: usize = 10;
/// Eject roll of a pilot that never ejects.
const NEVER_EJECTS: u8 = 100;

/// WhenPlayerLastJumped (V230).
pub(super) fn when_player_last_jumped(simulation: &mut Simulation, _call: &Call) -> Outcome {
    let clock = simulation.clock();
    let since = clock.wrapping_sub(simulation.vm.last_jump) as i32;
    Outcome::result(match u32::try_from(since) {
        Ok(seconds) => seconds.max(1),
        Err(_) => NO_JUMP,
    })
}

/// SetPlayerTarget (V233): nobody shows the player's target yet.
pub(super) fn set_player_target(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.ship_argument(call, 0) == Some(0) && !simulation.is_null(call, 1) {
        simulation.show(call);
        simulation.command_gap(call);
    }
    Outcome::DONE
}

/// SetActionCentre (V237).
pub(super) fn set_action_centre(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        simulation.world.action.centre = ship;
    }
    simulation.world.action.radius = match call.argument(1) {
        0 => ACTION_RADIUS,
        radius => f64::from(radius),
    };
    // Nothing is left out for being far from the action yet.
    simulation.command_gap(call);
    Outcome::DONE
}

/// SetNavPoint (V248).
pub(super) fn set_nav_point(simulation: &mut Simulation, call: &Call) -> Outcome {
    let point = simulation.ship_argument(call, 1);
    for reached in simulation.reached(call) {
        if let Some(object) = simulation.world.object_mut(reached.ship) {
            object.nav_point = point;
        }
    }
    Outcome::DONE
}

/// SetEscortPoint (V249).
pub(super) fn set_escort_point(simulation: &mut Simulation, call: &Call) -> Outcome {
    let point = simulation.ship_argument(call, 1);
    for reached in simulation.reached(call) {
        if let Some(object) = simulation.world.object_mut(reached.ship) {
            object.escort_point = point;
        }
    }
    Outcome::DONE
}

/// ResetAfterBurners (V250).
pub(super) fn reset_after_burners(simulation: &mut Simulation, _call: &Call) -> Outcome {
    let fuel = simulation
        .stats_of(0)
        .map(|stats| 100.0 * stats.afterburner);
    if let Some(fuel) = fuel
        && let Some(object) = simulation.world.object_mut(0)
    {
        object.fuel = fuel;
    }
    Outcome::DONE
}

/// ResetToSpawnPositions (V255), of deathmatches alone.
pub(super) fn reset_to_spawn_positions(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.command_gap(call);
    Outcome::DONE
}

/// SetPrimaryTarget (V257).
pub(super) fn set_primary_target(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.world.primary_target = simulation.ship_argument(call, 0);
    simulation.show(call);
    Outcome::DONE
}

/// SetRescueProbabilities (V268).
pub(super) fn set_rescue_probabilities(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.rescue_odds = [0, 1, 2].map(|n| call.argument(n) as i32);
    Outcome::DONE
}

/// IsShipThisPlayer (V269).
pub(super) fn is_ship_this_player(simulation: &mut Simulation, call: &Call) -> Outcome {
    let player = simulation.ship_argument(call, 0) == Some(0);
    Outcome::result(if player { 1 } else { 2 })
}

/// SetFlybackMarker (V270).
pub(super) fn set_flyback_marker(simulation: &mut Simulation, call: &Call) -> Outcome {
    let reach = call.argument(1);
    let ships: Vec<(u16, u32)> = simulation
        .reached(call)
        .into_iter()
        .map(|reached| reached.ship)
        .filter(|&ship| {
            simulation
                .world
                .object(ship)
                .is_some_and(|object| !object.is_stand_in())
        })
        .take(MOST_FLYBACKS)
        .map(|ship| (ship, reach))
        .collect();
    simulation.world.flyback = ships;
    simulation.show(call);
    Outcome::DONE
}

/// ResetFlybackMarker (V271).
pub(super) fn reset_flyback_marker(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.world.flyback.clear();
    if let Some(player) = simulation.world.object_mut(0) {
        player.nav_point = None;
    }
    simulation.show(call);
    Outcome::DONE
}

/// MatchSpeed, of the player's ship alone (V274).
pub(super) fn match_speed(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.ship_argument(call, 0) == Some(0) {
        simulation.command_gap(call);
    }
    Outcome::DONE
}

/// Fire (V285): guns are not built.
pub(super) fn fire(simulation: &mut Simulation, call: &Call) -> Outcome {
    if simulation.ship_argument(call, 0).is_some() {
        simulation.command_gap(call);
    }
    Outcome::DONE
}

/// FriendlyFire (V287): the recall is not built.
pub(super) fn friendly_fire(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.command_gap(call);
    Outcome::DONE
}

/// ReplenishWeapons (V289).
pub(super) fn replenish_weapons(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        simulation.replenish(ship);
        simulation.gap("missile racks");
    }
    Outcome::DONE
}

/// WillsBlag (V290).
pub(super) fn wills_blag(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        simulation.world.clear_destroyed(ship);
        if let Some(object) = simulation.world.object_mut(ship) {
            object.flags.set(Flags::EJECTED, false);
            object.eject_roll = NEVER_EJECTS;
        }
    }
    Outcome::DONE
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use formats::ImageBuilder;
    use formats::records::Ship;

    use super::*;
    use crate::commands::MOST_PARAMETERS;
    use crate::options::Options;

    /// No order of the simulation burns, so the ships are made to.
    #[test]
    fn v250_the_players_fuel_is_filled_up_and_no_other() {
        let mut image = ImageBuilder::new();
        image
            .set_records(&[Ship::default(), Ship::default()])
            .unwrap();
        let image = Arc::new(image.finish().unwrap());
        let mut simulation = Simulation::new(image, Options::default());
        for ship in [0, 1] {
            simulation.make_ship(ship);
            simulation.world.object_mut(ship).unwrap().afterburner = true;
        }
        simulation.world.live = 2;
        let fuel = |of: &Simulation| [0, 1].map(|it| of.ship(it).unwrap().fuel);
        // A fighter's stand-in figures give it 15 seconds; each step takes 4 ticks.
        assert_eq!(fuel(&simulation), [1500.0, 1500.0]);
        for _ in 0..10 {
            simulation.step_world();
        }
        assert_eq!(fuel(&simulation), [1460.0, 1460.0]);
        let call = Call {
            command: 0x32,
            thread: 0,
            first: 0,
            count: 0,
            arguments: [0; MOST_PARAMETERS],
            at: 0,
            pass_over_players: false,
        };
        reset_after_burners(&mut simulation, &call);
        assert_eq!(fuel(&simulation), [1500.0, 1460.0]);
    }
}
