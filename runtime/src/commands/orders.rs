//! Commands that give ships orders.

use crate::bind::Entity;
use crate::orders::number;
use crate::orders::stack::{Given, OrderData, Push};
use crate::simulation::Simulation;
use crate::trace::OrderTarget;

use super::{Call, Outcome};

/// SetAI (V211).
pub(super) fn set_ai(simulation: &mut Simulation, call: &Call) -> Outcome {
    // The low halfword, signed.
    let order = call.half(1) as i16;
    let target = order_target(
        simulation,
        call,
        3,
        simulation.noted(call, 3).map(u16::from),
    );
    let mut count: u16 = 0;
    for reached in simulation.reached(call) {
        let given = Given::new(order, target).counted(count);
        count = count.wrapping_add(taken(simulation.push_order(reached.ship, given)));
    }
    Outcome::DONE
}

/// ClearAI (V212).
pub(super) fn clear_ai(simulation: &mut Simulation, call: &Call) -> Outcome {
    for reached in simulation.reached(call) {
        if reached.ship >= simulation.players() {
            simulation.clear_orders(reached.ship);
        }
    }
    Outcome::DONE
}

/// SetPatrolRoute (V213).
pub(super) fn set_patrol_route(simulation: &mut Simulation, call: &Call) -> Outcome {
    let Some(Entity::Group(group)) = simulation.entity(call.argument(1)) else {
        return Outcome::DONE;
    };
    let waypoint = simulation
        .mission
        .bound
        .waypoints
        .iter()
        .position(|&ship| simulation.mission.group_of(ship) == Some(group))
        .and_then(|place| u16::try_from(place).ok());
    let Some(waypoint) = waypoint else {
        return Outcome::DONE;
    };
    let given = Given::new(number::PATROL_ROUTE, OrderTarget::Waypoint { waypoint });
    for reached in simulation.reached(call) {
        simulation.push_order(reached.ship, given);
    }
    Outcome::DONE
}

/// ShipFollowCurve (V218).
pub(super) fn ship_follow_curve(simulation: &mut Simulation, call: &Call) -> Outcome {
    follow(simulation, call, number::SHIP_FOLLOW_CURVE, None)
}

/// MovingShipFollowCurve (V227).
pub(super) fn moving_ship_follow_curve(simulation: &mut Simulation, call: &Call) -> Outcome {
    let carrier = simulation.ship_argument(call, 3);
    follow(simulation, call, number::SHIP_FOLLOW_CURVE, carrier)
}

/// MovingShipBackupCurve (V275).
pub(super) fn moving_ship_backup_curve(simulation: &mut Simulation, call: &Call) -> Outcome {
    let carrier = simulation.ship_argument(call, 3);
    follow(simulation, call, number::FOLLOW_CURVE_BACKWARDS, carrier)
}

fn follow(simulation: &mut Simulation, call: &Call, order: i16, carrier: Option<u16>) -> Outcome {
    let Some(curve) = simulation.mission.curve_index(call.argument(1)) else {
        return Outcome::DONE;
    };
    let data = OrderData::Curve {
        curve,
        seconds: call.argument(2),
        carrier,
    };
    for reached in simulation.reached(call) {
        let given = Given::new(order, OrderTarget::None);
        simulation.push_with_data(reached.ship, given, data);
    }
    Outcome::DONE
}

/// SetupLaunch (V219).
pub(super) fn setup_launch(simulation: &mut Simulation, call: &Call) -> Outcome {
    let gate = call.half(2);
    let mut count: u16 = 0;
    let mut ordinal: u8 = 0;
    for reached in simulation.reached(call) {
        // Gates count up with the ships reached, in eight bits from 1.
        ordinal = ordinal.wrapping_add(1);
        let gate = gate.wrapping_add(u16::from(ordinal)).wrapping_sub(1);
        let target = order_target(simulation, call, 1, Some(gate));
        let given = Given::new(number::LAUNCH, target)
            .counted(count)
            .with(OrderData::Launch { go: false });
        count = count.wrapping_add(taken(simulation.push_order(reached.ship, given)));
    }
    Outcome::DONE
}

/// StartLaunch (V220).
pub(super) fn start_launch(simulation: &mut Simulation, call: &Call) -> Outcome {
    for reached in simulation.reached(call) {
        simulation.release_launch(reached.ship);
    }
    Outcome::DONE
}

/// ResetCodePriority (V222): walks, and does nothing.
pub(super) fn reset_code_priority(_simulation: &mut Simulation, _call: &Call) -> Outcome {
    Outcome::DONE
}

/// Dock (V238).
pub(super) fn dock(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(ship) = simulation.ship_argument(call, 0) {
        let target = order_target(simulation, call, 1, Some(call.half(2)));
        simulation.push_order(ship, Given::new(number::DOCK, target));
    }
    Outcome::DONE
}

/// Fly (V240).
pub(super) fn fly(simulation: &mut Simulation, call: &Call) -> Outcome {
    let target = match simulation.ship_argument(call, 1) {
        Some(ship) => OrderTarget::Ship {
            ship,
            component: None,
        },
        None => OrderTarget::None,
    };
    let data = OrderData::Fly {
        speed: call.argument(2),
    };
    for reached in simulation.reached(call) {
        simulation.push_with_data(reached.ship, Given::new(number::FLY, target), data);
    }
    Outcome::DONE
}

/// An order's target by an argument (V97): a group or a squad whole, else a ship with a component
/// or a gate.
fn order_target(
    simulation: &Simulation,
    call: &Call,
    argument: usize,
    component: Option<u16>,
) -> OrderTarget {
    if simulation.is_null(call, argument) {
        return OrderTarget::None;
    }
    match simulation.entity(call.argument(argument)) {
        Some(Entity::Group(group)) => OrderTarget::Group { group },
        Some(Entity::Squad(squad)) => OrderTarget::Squad { squad },
        _ => match simulation.mission.ship_index(call.argument(argument)) {
            Some(ship) => OrderTarget::Ship { ship, component },
            None => OrderTarget::None,
        },
    }
}

/// The number that an order uses up: one if it was really put on a stack (V96).
fn taken(push: Push) -> u16 {
    u16::from(push == Push::Pushed)
}
