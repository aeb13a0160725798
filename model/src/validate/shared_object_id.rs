//! Object IDs that two records ask for.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::ids::AnyId;
use crate::record::Record;
use crate::{FlightGroupChange, ShipChange, SquadChange};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "shared-object-id",
    about: "Ships, flight groups and squads draw object IDs from one range, and each needs its own.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let (mission, ids) = (context.mission, &context.object_ids);
    let ships = mission.ships.iter().zip(&ids.ships).map(|(ship, id)| {
        (
            ship.any_id(),
            *id,
            Edit::change(&ship.id, ShipChange::ObjectId(None)),
        )
    });
    let groups = mission
        .flight_groups
        .iter()
        .zip(&ids.flight_groups)
        .map(|(group, id)| {
            (
                group.any_id(),
                *id,
                Edit::change(&group.id, FlightGroupChange::ObjectId(None)),
            )
        });
    let squads = mission.squads.iter().zip(&ids.squads).map(|(squad, id)| {
        (
            squad.any_id(),
            *id,
            Edit::change(&squad.id, SquadChange::ObjectId(None)),
        )
    });
    let mut bearers: BTreeMap<u16, AnyId> = BTreeMap::new();
    for (record, id, fix) in ships.chain(groups).chain(squads) {
        if let Some(first) = bearers.get(&id) {
            let message = format!("object ID {id} is {first}'s too, which mixes up their triggers");
            let told = Diagnostic::warning(CHECK.code, Place::field(record, "object_id"), message);
            out.push(told.with_fix("Take a free object ID", fix));
        } else {
            bearers.insert(id, record);
        }
    }
}
