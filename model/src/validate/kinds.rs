//! Kinds that the game does not place.

use formats::catalogue::{ship_type, special_kind};
use formats::records;

use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "kind",
    about: "A ship's kind must be a type with a model, or one of the special kinds that become \
            markers.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let markers = [
        records::Ship::KIND_POINT,
        records::Ship::KIND_CURVE_POINT,
        records::Ship::KIND_WAYPOINT,
        records::Ship::KIND_NAV_POINT,
    ];
    for ship in &context.mission.ships {
        let place = || Place::field(ship.any_id(), "kind");
        match ship_type(ship.kind) {
            Some(ship_type) if ship_type.model.is_none() => {
                let message = format!(
                    "{} has no model, so the game cannot place it; choose another kind",
                    ship_type.name
                );
                out.push(Diagnostic::warning(CHECK.code, place(), message));
            }
            Some(_) => {}
            None if markers.contains(&ship.kind) => {}
            None => {
                let known = special_kind(ship.kind).and_then(|kind| kind.name.as_deref());
                let message = match known {
                    Some(name) => format!(
                        "no source has seen kind {} ({name}) in a mission file; it is kept as it is",
                        ship.kind
                    ),
                    None => format!(
                        "kind {} is no ship type and no marker, and the game would take it for a \
                         type; choose another",
                        ship.kind
                    ),
                };
                out.push(Diagnostic::warning(CHECK.code, place(), message));
            }
        }
    }
}
