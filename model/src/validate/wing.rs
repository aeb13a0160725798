//! Wings of more ships than the game lists.

use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;

use super::{Check, Context};

/// Ships that the game lists of a wing (dte-format 2.4).
const WING_SHIPS: usize = 6;
/// The highest wing.
const LAST_WING: u8 = 2;

pub(super) const CHECK: Check = Check {
    code: "wing",
    about: "Wings are the player's, 1 and 2, and the game lists six ships of one.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    for group in &mission.flight_groups {
        let Some(wing) = group.wing else { continue };
        let place = || Place::field(group.any_id(), "wing");
        if wing > LAST_WING {
            let message = format!("there is no wing {wing}; choose the player's, 1, 2, or none");
            out.push(Diagnostic::warning(CHECK.code, place(), message));
            continue;
        }
        let count = mission.ships_of(&group.id).count();
        if count > WING_SHIPS {
            let message = format!(
                "a wing lists {WING_SHIPS} ships, and this group has {count}; the original writes \
                 past the list"
            );
            out.push(Diagnostic::warning(CHECK.code, place(), message));
        }
    }
}
