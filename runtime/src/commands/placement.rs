//! Commands that put ships somewhere.

use crate::maths::{look_at, vector};
use crate::object::Flags;
use crate::simulation::Simulation;

use super::{Call, Outcome};

/// PositionRelative (V229).
pub(super) fn position_relative(simulation: &mut Simulation, call: &Call) -> Outcome {
    let moved = simulation.ship_argument(call, 1).and_then(|ship| {
        let placed = vector(simulation.mission.ship(ship)?.position);
        Some(simulation.world.object(ship)?.now.position - placed)
    });
    let Some(moved) = moved else {
        return Outcome::DONE;
    };
    for reached in simulation.reached(call) {
        let Some(record) = simulation.world.records.get_mut(usize::from(reached.ship)) else {
            continue;
        };
        let place = record.place() + moved;
        record.position = place.as_vec3().to_array();
        if let Some(object) = simulation.world.object_mut(reached.ship) {
            object.put(place);
        }
    }
    Outcome::DONE
}

/// SnapToPoint (V262).
pub(super) fn snap_to_point(simulation: &mut Simulation, call: &Call) -> Outcome {
    let lost = Flags::EXPLODING.with(Flags::EJECTED).with(Flags::SENT_OFF);
    let point = simulation
        .ship_argument(call, 1)
        .and_then(|point| simulation.world.object(point))
        .map(|point| point.next);
    if let (Some(ship), Some(point)) = (simulation.ship_argument(call, 0), point)
        && let Some(object) = simulation.world.object_mut(ship)
        && !object.flags.any(lost)
    {
        object.stop();
        object.put(point.position);
        object.face(point.orientation);
    }
    Outcome::DONE
}

/// DarrensNaughtyBlag (V294).
pub(super) fn face_ship(simulation: &mut Simulation, call: &Call) -> Outcome {
    let other = simulation
        .ship_argument(call, 1)
        .and_then(|other| simulation.world.object(other))
        .map(|other| other.next.position);
    if let (Some(ship), Some(other)) = (simulation.ship_argument(call, 0), other)
        && let Some(object) = simulation.world.object_mut(ship)
    {
        let way = other - object.next.position;
        object.face(look_at(way));
    }
    Outcome::DONE
}
