//! Errors in texts that nothing runs.

use crate::diagnostic::{Diagnostic, Severity};
use crate::routine::{Scope, lower};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "unused-text",
    about: "A text that nothing runs is left out of the image, and should be right all the same.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for (owner, body) in context.mission.bodies() {
        if context.compiled.source_map.extent_of(&owner).is_some() {
            continue;
        }
        let already = context.compiled.diagnostics.iter();
        if already
            .into_iter()
            .any(|it| it.place.record.as_ref() == Some(&owner))
        {
            continue;
        }
        let scope = Scope {
            mission: context.mission,
            owner: Some(owner),
            object_ids: &context.object_ids,
        };
        // They keep no image from being made.
        let told = lower(body, &scope).diagnostics.into_iter();
        out.extend(told.map(|diagnostic| Diagnostic {
            severity: diagnostic.severity.min(Severity::Warning),
            code: CHECK.code,
            ..diagnostic
        }));
    }
}
