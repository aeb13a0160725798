//! Ships that no routine makes.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::ids::AnyId;
use crate::record::Record;

use super::{Check, Context, words_before};

pub(super) const CHECK: Check = Check {
    code: "never-made",
    about: "A ship comes to be when a routine makes its flight group; one in no group, or in a \
            group that no routine makes, never does.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    let made = made(context);
    for group in &mission.flight_groups {
        if mission.ships_of(&group.id).next().is_some() && !made.contains(&AnyId::from(&group.id)) {
            let message = "no routine makes this flight group, so its ships never come; call \
                           CreateFlightGroup with it";
            out.push(Diagnostic::warning(
                CHECK.code,
                Place::record(group.any_id()),
                message,
            ));
        }
    }
    for ship in mission.ships.iter().filter(|ship| ship.is_vessel()) {
        if ship.flight_group.is_none() {
            let message = "this ship is in no flight group, so no routine can make it; \
                           put it in one";
            let place = Place::field(ship.any_id(), "flight_group");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}

/// The flight groups that some text makes, or hands to a routine that may.
fn made<'a>(context: &'a Context<'_>) -> BTreeSet<&'a AnyId> {
    let texts = context.mission.bodies().filter_map(|(owner, body)| {
        let references = context.references.get(&owner)?;
        Some((body.text.as_str(), references))
    });
    texts
        .flat_map(|(text, references)| {
            references.iter().filter(move |reference| {
                words_before(text, reference.span.start).any(|word| {
                    matches!(
                        word,
                        "CreateFlightGroup" | "call" | "spawn" | "push_flight_group"
                    )
                })
            })
        })
        .map(|reference| &reference.target)
        .collect()
}
