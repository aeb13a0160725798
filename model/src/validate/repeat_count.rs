//! Counted triggers that count nothing.

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::trigger::{Repeat, TriggerChange};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "repeat",
    about: "A counted trigger fires so many times; a count of 0 fires once all the same.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for trigger in &context.mission.triggers {
        let place = Place::field(trigger.any_id(), "repeat");
        match trigger.repeat {
            Repeat::Counted { left: 0, .. } => {
                let message = "a count of 0 fires once all the same; say `once`, or count from 1";
                let edit = Edit::change(&trigger.id, TriggerChange::Repeat(Repeat::Once));
                let told = Diagnostic::warning(CHECK.code, place, message);
                out.push(told.with_fix("Fire once", edit));
            }
            Repeat::Other { mode, .. } => {
                let message = format!(
                    "no shipped mission has repeat mode {mode}; the engine takes it for `always`"
                );
                let edit = Edit::change(&trigger.id, TriggerChange::Repeat(Repeat::Always));
                let told = Diagnostic::warning(CHECK.code, place, message);
                out.push(told.with_fix("Fire always", edit));
            }
            Repeat::Once | Repeat::Always | Repeat::Counted { .. } => {}
        }
    }
}
