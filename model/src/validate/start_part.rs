//! How many routines run as the mission starts.

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::{Routine, RoutineChange};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "start-part",
    about: "One routine runs as the mission starts and makes what is there; every shipped mission \
            has exactly one.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    let starts: Vec<&Routine> = mission.parts().filter(|routine| routine.start).collect();
    match starts.as_slice() {
        [] => {
            let message = "no routine starts with the mission, so nothing is ever made; \
                           mark one as the start";
            let mut told = Diagnostic::warning(CHECK.code, Place::default(), message);
            if let Some(named) = mission.parts().find(|part| part.id.as_str() == "start") {
                let edit = Edit::change(&named.id, RoutineChange::Start(true));
                told = told.with_fix("Start with the routine `start`", edit);
            }
            out.push(told);
        }
        [_] => {}
        [first, others @ ..] => {
            for other in others {
                let message = format!(
                    "{} starts with the mission too; every shipped mission has one start, and calls \
                     the rest from it",
                    first.id
                );
                let place = Place::field(other.any_id(), "start");
                let edit = Edit::change(&other.id, RoutineChange::Start(false));
                let told = Diagnostic::warning(CHECK.code, place, message);
                out.push(told.with_fix("Do not start with it", edit));
            }
        }
    }
    for routine in mission.routines.iter().filter(|routine| routine.start) {
        if routine.body.is_none() || !routine.part {
            let message = "this routine starts with the mission but has no code that can run then; \
                           give it a text";
            let place = Place::field(routine.any_id(), "start");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
