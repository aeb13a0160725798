//! Ships that no routine makes.

use crate::diagnostic::{Diagnostic, Place};
use crate::ids::AnyId;
use crate::record::Record;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "never-made",
    about: "A ship comes to be when a routine makes its flight group; one in no group, or in a \
            group that no routine names, never does.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    let named = context.named();
    for group in &mission.flight_groups {
        if mission.ships_of(&group.id).next().is_some() && !named.contains(&AnyId::from(&group.id))
        {
            let message = "no routine names this flight group, so its ships are never made; \
                           call CreateFlightGroup with it";
            out.push(Diagnostic::warning(
                CHECK.code,
                Place::record(group.any_id()),
                message,
            ));
        }
    }
    for ship in mission.ships.iter().filter(|ship| ship.is_vessel()) {
        if ship.flight_group.is_none() {
            let message = "this ship is in no flight group, so no routine can make it; \
                           put it in one";
            let place = Place::field(ship.any_id(), "flight_group");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
