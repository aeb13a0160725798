//! Routines that nobody runs.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::trigger::Run;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "routine-unused",
    about: "A routine runs when it starts with the mission, or when a trigger, a timer or another \
            routine runs it.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    let by_trigger: HashSet<_> = mission
        .triggers
        .iter()
        .filter_map(|trigger| match &trigger.run {
            Run::Routine(id) => Some(id),
            _ => None,
        })
        .collect();
    let by_text: HashSet<_> = context
        .references
        .iter()
        .flat_map(|(owner, references)| references.iter().map(move |it| (owner, &it.target)))
        // A call from inside itself starts nothing.
        .filter(|(owner, target)| owner != target)
        .map(|(_, target)| target)
        .collect();
    for routine in &mission.routines {
        let own = routine.any_id();
        if routine.start || by_trigger.contains(&routine.id) || by_text.contains(&own) {
            continue;
        }
        let message = match routine.part {
            true => {
                "nobody runs this routine; call it, give it to a trigger or a timer, or start \
                     with it"
            }
            false => "no trigger runs this block, so it is left out of the mission",
        };
        let edit = Edit::remove(&routine.id);
        let told = Diagnostic::hint(CHECK.code, Place::record(own), message);
        out.push(told.with_fix("Delete the routine", edit));
    }
}
