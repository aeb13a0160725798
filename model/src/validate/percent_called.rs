//! Routines that use `percent` and are called.

use std::collections::HashSet;

use crate::Collection;
use crate::diagnostic::{Diagnostic, Place};
use crate::routine::token::{TokenKind, tokens};

use super::{Check, Context, words_before};

pub(super) const CHECK: Check = Check {
    code: "percent-called",
    about: "What `percent` is taken of stays on the stack, where the return of a called routine looks \
            for the way back.",
    run,
};

/// The game leaves the value below its share (script-vm V47), and a return takes the cell that it finds
/// for the record of the call (V58). A text that nobody calls has no such record, and ends well.
fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    let texts = mission.bodies().filter_map(|(owner, body)| {
        let references = context.references.get(&owner)?;
        Some((body, references))
    });
    let called: HashSet<_> = texts
        .flat_map(|(body, references)| {
            references.iter().filter(|reference| {
                words_before(&body.text, reference.span.start)
                    .any(|word| matches!(word, "call" | "call_part"))
            })
        })
        .map(|reference| &reference.target)
        .filter(|target| target.collection == Collection::Routines)
        .collect();
    for (owner, body) in mission.bodies() {
        if !called.contains(&owner) {
            continue;
        }
        let found = tokens(&body.text).into_iter().find(|token| {
            let word = body.text.get(token.span.clone());
            token.kind == TokenKind::Name && matches!(word, Some("percent" | "push_percent"))
        });
        if let Some(token) = found {
            let message = "the game leaves what `percent` is taken of on the stack, so this routine, \
                           which others call, never comes back to them; write `value * hundredths / \
                           100`, or `spawn` it";
            let place = Place::text(owner, token.span);
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
