//! A mission without a player's ship.

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::{Ship, ShipId};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "no-player",
    about: "The first ship is the player's, so there must be one, and it must be a ship.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    match context.mission.ships.at(0) {
        None => {
            let message = "the mission has no ships, and its first is the player's; add one";
            let mut told = Diagnostic::error(CHECK.code, Place::default(), message);
            if let Ok(id) = ShipId::new("player") {
                told = told.with_fix("Add a player's ship", Edit::insert(0, Ship::new(id)));
            }
            out.push(told);
        }
        Some(first) if !first.is_vessel() => {
            let message = "the first ship is the player's, and this is a marker; \
                           move a ship to the top of the list";
            let place = Place::field(first.any_id(), "kind");
            out.push(Diagnostic::error(CHECK.code, place, message));
        }
        Some(_) => {}
    }
}
