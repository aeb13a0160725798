//! More ships than the engine has objects for.

use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;

use super::{Check, Context};

/// Slots for mission ships: 400, less one for the camera's marker (dte-format 5).
const SLOTS: usize = 399;

pub(super) const CHECK: Check = Check {
    code: "object-slots",
    about: "The engine has 400 objects, one of them the camera's; ships past them have none.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let ships = &context.mission.ships;
    if let Some(ship) = ships.at(SLOTS) {
        let message = format!(
            "the mission has {} ships and the engine objects for {SLOTS}; from this one on they are \
             never there",
            ships.len()
        );
        out.push(Diagnostic::warning(
            CHECK.code,
            Place::record(ship.any_id()),
            message,
        ));
    }
}
