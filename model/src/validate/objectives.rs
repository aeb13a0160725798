//! Objectives in a mission that has none.

use crate::diagnostic::{Diagnostic, Place};
use crate::routine::token::{TokenKind, tokens};

use super::{Check, Context};

/// Missions in which the game has objectives (script-vm V267).
const WITH_OBJECTIVES: std::ops::RangeInclusive<u16> = 1..=35;
const COMMAND: &str = "SetObjective";

pub(super) const CHECK: Check = Check {
    code: "objectives",
    about: "The game has objectives in missions 1 to 35 alone.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let Some(number) = context.mission.number else {
        return;
    };
    if WITH_OBJECTIVES.contains(&number) {
        return;
    }
    for (owner, body) in context.mission.bodies() {
        let found = tokens(&body.text).into_iter().find(|token| {
            token.kind == TokenKind::Name && body.text.get(token.span.clone()) == Some(COMMAND)
        });
        if let Some(token) = found {
            let message = format!(
                "{COMMAND} does nothing in mission {number}: the game has objectives in missions 1 to \
                 35 alone; give the mission one of these numbers"
            );
            let place = Place::text(owner, token.span);
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
