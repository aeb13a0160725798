//! Waypoints of no route.

use formats::records;

use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "waypoint-route",
    about: "A waypoint belongs to the patrol route that its flight group is; without a group it is \
            left out.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for ship in &context.mission.ships {
        if ship.kind == records::Ship::KIND_WAYPOINT && ship.flight_group.is_none() {
            let message = "this waypoint is in no flight group, so no route has it; \
                           put it in the group that is the route";
            let place = Place::field(ship.any_id(), "flight_group");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
