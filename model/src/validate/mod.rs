//! What is wrong with a mission beyond what keeps it from compiling.
//!
//! Each check is a file: what it looks for, why the game minds, and the edits that would mend it. A new
//! one is a file and a line in [`CHECKS`].

use std::collections::BTreeMap;

use crate::compile::Compiled;
use crate::diagnostic::Diagnostic;
use crate::ids::AnyId;
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::routine::{Scope, TextReference, references};

mod angles;
mod condition_subject;
mod curve_points;
mod curve_rings;
mod empty_mission;
mod formation_leader;
mod kinds;
mod launch;
mod marks;
mod never_made;
mod object_slots;
mod objectives;
mod operands;
mod percent_called;
mod raw_over_known;
mod repeat_count;
mod routine_unused;
mod shared_object_id;
mod squad_circle;
mod start_part;
mod trigger_idle;
mod trigger_index;
mod tripwires;
mod unused_text;
mod waypoint_route;
mod wing;

/// A check of a whole mission.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its name, which its diagnostics bear as their code.
    pub code: &'static str,
    /// What it looks for, in a sentence.
    pub about: &'static str,
    run: fn(&Context<'_>, &mut Vec<Diagnostic>),
}

/// Every check, in the order in which they run.
pub const CHECKS: &[Check] = &[
    empty_mission::CHECK,
    start_part::CHECK,
    kinds::CHECK,
    angles::CHECK,
    never_made::CHECK,
    object_slots::CHECK,
    wing::CHECK,
    launch::CHECK,
    waypoint_route::CHECK,
    marks::CHECK,
    curve_points::CHECK,
    curve_rings::CHECK,
    formation_leader::CHECK,
    squad_circle::CHECK,
    shared_object_id::CHECK,
    condition_subject::CHECK,
    operands::CHECK,
    repeat_count::CHECK,
    trigger_idle::CHECK,
    trigger_index::CHECK,
    routine_unused::CHECK,
    unused_text::CHECK,
    objectives::CHECK,
    percent_called::CHECK,
    tripwires::CHECK,
    raw_over_known::CHECK,
];

/// What the checks look at.
struct Context<'a> {
    mission: &'a Mission,
    compiled: &'a Compiled,
    object_ids: ObjectIds,
    /// The records that each text in the script language names.
    references: BTreeMap<AnyId, Vec<TextReference>>,
}

impl<'a> Context<'a> {
    fn new(mission: &'a Mission, compiled: &'a Compiled) -> Self {
        let object_ids = ObjectIds::new(mission);
        let references = mission
            .bodies()
            .map(|(owner, body)| {
                let scope = Scope {
                    mission,
                    owner: Some(owner.clone()),
                    object_ids: &object_ids,
                };
                let found = references(&body.text, &scope);
                (owner, found)
            })
            .collect();
        Self {
            mission,
            compiled,
            object_ids,
            references,
        }
    }
}

/// The words of a text's line that stand before a place of it.
fn words_before(text: &str, at: usize) -> impl Iterator<Item = &str> {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Everything to tell the author: what compiling found, then what the checks find.
pub fn validate(mission: &Mission, compiled: &Compiled) -> Vec<Diagnostic> {
    let context = Context::new(mission, compiled);
    let mut diagnostics = compiled.diagnostics.clone();
    for check in CHECKS {
        (check.run)(&context, &mut diagnostics);
    }
    diagnostics
}

/// Compiles a mission and checks it.
pub fn check(mission: &Mission) -> Vec<Diagnostic> {
    validate(mission, &crate::compile::compile(mission))
}
