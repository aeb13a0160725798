//! What is wrong with the code that was compiled, whoever wrote it.

use formats::Tables;
use formats::script::{FaultKind, RoutineMap};

use crate::diagnostic::{Diagnostic, Place};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "script-fault",
    about: "Instructions written by hand keep the rules that the game relies on.",
    run,
};

/// Reads the script back as the game runs it (dte-format 4.7).
fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    // Only instructions written by hand can break the rules.
    let by_hand = |text: &str| text.contains("asm:");
    if !context
        .mission
        .bodies()
        .any(|(_, body)| by_hand(&body.text))
    {
        return;
    }
    let Some(image) = &context.compiled.image else {
        return;
    };
    let map = RoutineMap::read(image, &Tables::read(image));
    let faults = map.routines.iter().flat_map(|(routine, _)| &routine.faults);
    for fault in faults {
        // Running off the end is told of the text, and gaps and slack do no harm.
        if matches!(
            fault.kind,
            FaultKind::FallsOff | FaultKind::Gap { .. } | FaultKind::Untiled { .. }
        ) {
            continue;
        }
        let source_map = &context.compiled.source_map;
        let place = match source_map.instruction_at(fault.offset) {
            Some((routine, mapped)) => Place::text(routine.owner.clone(), mapped.span.clone()),
            None => match source_map.routine_at(fault.offset) {
                Some(routine) => Place::record(routine.owner.clone()),
                None => Place::default(),
            },
        };
        let message = format!("the game cannot run this: {}", fault.kind);
        out.push(Diagnostic::warning(CHECK.code, place, message));
    }
}
