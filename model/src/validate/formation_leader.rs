//! Formations without a leader's place.

use crate::diagnostic::{Diagnostic, Place};
use crate::number::Vec3;
use crate::record::Record;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "formation-leader",
    about: "The leader's point is the one nearest the origin, and the original looks through later \
            formations too; a point at the origin keeps the lead.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for formation in &context.mission.formations {
        let origin = Vec3::default();
        let has_leader = formation.points.iter().any(|point| {
            point.at == origin || point.at.to_array().iter().all(|value| *value == 0.0)
        });
        if !has_leader {
            let message = "no point of the formation stands at its origin, so another formation's \
                           point can take its lead; add one at [0, 0, 0]";
            let place = Place::field(formation.any_id(), "points");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
