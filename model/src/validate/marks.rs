//! Marks on curves that are never reached.

use formats::records;

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::ship::ShipChange;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "curve-mark",
    about: "A point marks a place on a curve, more than 0 and at most 1 of the way along it.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for ship in &context.mission.ships {
        let Some(mark) = &ship.marks else { continue };
        let place = Place::field(ship.any_id(), "marks");
        if ship.kind != records::Ship::KIND_POINT {
            let message = "only a ship of kind `point` marks a place on a curve";
            let edit = Edit::change(&ship.id, ShipChange::Kind(records::Ship::KIND_POINT));
            let told = Diagnostic::warning(CHECK.code, place, message);
            out.push(told.with_fix("Make it a point", edit));
        } else if !(mark.at.0 > 0.0 && mark.at.0 <= 1.0) {
            let message = format!(
                "the mark at {} of its curve is never reached; a share of more than 0 and at most 1 \
                 is",
                mark.at.0
            );
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
