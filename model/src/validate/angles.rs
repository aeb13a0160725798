//! Angles past a full turn, and numbers that are none.

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::ship::{Rotation, ShipChange};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "placement",
    about: "Angles lie within a full turn either way, and places are numbers.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for ship in &context.mission.ships {
        let Rotation { yaw, pitch, roll } = ship.rotation;
        if [yaw, pitch, roll]
            .iter()
            .any(|degrees| !(-360..=360).contains(degrees))
        {
            let message = "an angle lies outside -360 to 360 degrees, where every shipped ship has \
                           it";
            let place = Place::field(ship.any_id(), "rotation");
            let turned = Rotation {
                yaw: yaw % 360,
                pitch: pitch % 360,
                roll: roll % 360,
            };
            let edit = Edit::change(&ship.id, ShipChange::Rotation(turned));
            let told = Diagnostic::warning(CHECK.code, place, message);
            out.push(told.with_fix("Take off the full turns", edit));
        }
        if ship
            .position
            .to_array()
            .iter()
            .any(|value| !value.is_finite())
        {
            let message = "the place is not a number, and what the game does then is unknown";
            let place = Place::field(ship.any_id(), "position");
            out.push(Diagnostic::error(CHECK.code, place, message));
        }
    }
}
