//! Triggers that never fire, or do nothing when they do.

use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;
use crate::trigger::Run;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "trigger-idle",
    about: "A trigger needs a subject to fire and a routine to run.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for trigger in &context.mission.triggers {
        if trigger.subject.is_none() {
            let message = "this trigger has no subject, so it never fires, and its text is left out \
                           of the image; say whose event it waits for";
            out.push(Diagnostic::hint(
                CHECK.code,
                Place::record(trigger.any_id()),
                message,
            ));
        } else if let Run::Link(place) = trigger.run {
            let message = format!(
                "this trigger runs what lies at word {place} of the script, whatever that is; give it \
                 a text or a routine"
            );
            let place = Place::field(trigger.any_id(), "link");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        } else if matches!(trigger.run, Run::Nothing) {
            let message = "this trigger runs nothing; give it a text or a routine";
            out.push(Diagnostic::hint(
                CHECK.code,
                Place::record(trigger.any_id()),
                message,
            ));
        }
    }
}
