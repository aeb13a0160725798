//! Triggers whose number threads cannot keep.

use crate::compile::trigger_order;
use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;

use super::{Check, Context};

/// A thread keeps the low byte of its trigger's number, and 255 means none (dte-format 5).
const FIRST_TO_MISBEHAVE: usize = 255;

pub(super) const CHECK: Check = Check {
    code: "trigger-index",
    about: "A thread remembers only the low byte of its trigger's number, so triggers from 255 on \
            misbehave in the original.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let order = trigger_order(context.mission);
    let first = order
        .iter()
        .skip(FIRST_TO_MISBEHAVE)
        .filter_map(|at| context.mission.triggers.at(*at))
        .find(|trigger| trigger.subject.is_some());
    if let Some(trigger) = first {
        let message = format!(
            "this is trigger {FIRST_TO_MISBEHAVE} or a later one of {}; in the original its thread \
             is not found again, so it can start twice and never wakes from a yield",
            order.len()
        );
        out.push(Diagnostic::warning(
            CHECK.code,
            Place::record(trigger.any_id()),
            message,
        ));
    }
}
