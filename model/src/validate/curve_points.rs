//! Curves that are not drawn through curve points.

use formats::records;

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::ship::ShipChange;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "curve-points",
    about: "A curve goes from one curve point to another, with two more for its handles.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    for curve in &mission.curves {
        let fields = ["start", "end", "leaving", "arriving"];
        for (id, field) in curve.ships().into_iter().zip(fields) {
            let place = Place::field(curve.any_id(), field);
            let Some(id) = id else {
                // A path may end at no ship; the other three are always there.
                if field != "end" {
                    let message = format!("the curve has no `{field}`; name a curve point");
                    out.push(Diagnostic::warning(CHECK.code, place, message));
                }
                continue;
            };
            let Some(ship) = mission.ships.get(id.as_str()) else {
                continue;
            };
            if ship.kind != records::Ship::KIND_CURVE_POINT {
                let message = format!("{id} is no curve point, and every shipped curve has those");
                let kind = ShipChange::Kind(records::Ship::KIND_CURVE_POINT);
                let mut told = Diagnostic::warning(CHECK.code, place, message);
                if !ship.is_vessel() {
                    let title = format!("Make {id} a curve point");
                    told = told.with_fix(title, Edit::change(id, kind));
                }
                out.push(told);
            }
        }
    }
}
