//! Routines that nobody runs.

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::ids::AnyId;
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
    for routine in &mission.routines {
        let own = routine.any_id();
        let by_trigger = mission
            .triggers
            .iter()
            .any(|trigger| matches!(&trigger.run, Run::Routine(id) if *id == routine.id));
        // A call from inside itself starts nothing.
        let by_text = context.references.iter().any(|(owner, references)| {
            *owner != own && references.iter().any(|reference| reference.target == own)
        });
        if routine.start || by_trigger || by_text {
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
        let told = Diagnostic::hint(CHECK.code, Place::record(AnyId::from(&routine.id)), message);
        out.push(told.with_fix("Delete the routine", edit));
    }
}
