//! A mission without a player's ship.

use formats::catalogue::{Class, kind_title, ship_type};

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::{Edit, move_to};
use crate::record::Record;
use crate::{Mission, Ship, ShipId};

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
            let message = format!(
                "the first ship is the player's, and this is a {}; move a ship to the top of the list",
                kind_title(first.kind).to_lowercase()
            );
            let place = Place::field(first.any_id(), "kind");
            let mut told = Diagnostic::error(CHECK.code, place, message);
            if let Some(ship) = first_flyable(context.mission)
                && let Some(edit) = move_to(&ship.any_id(), 0)
            {
                told = told.with_fix(format!("Move {} to the top", ship.id), edit);
            }
            out.push(told);
        }
        Some(_) => {}
    }
}

/// The ship that the player would fly: the first fighter, or else the first ship of any type.
fn first_flyable(mission: &Mission) -> Option<&Ship> {
    let is_fighter =
        |ship: &&Ship| ship_type(ship.kind).is_some_and(|it| it.class == Class::Fighter);
    let mut ships = mission.ships.iter();
    ships
        .find(is_fighter)
        .or_else(|| mission.ships.iter().find(|ship| ship.is_vessel()))
}
