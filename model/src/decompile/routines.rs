//! What routines and triggers run, lifted to the script language.

use std::collections::HashSet;

use formats::records::Trigger as StoredTrigger;
use formats::script::{Disassembly, RoutineMap, RoutineOwner};
use formats::{Image, SectionId, Tables};

use crate::diagnostic::{Diagnostic, Place};
use crate::ids::AnyId;
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::record::Record;
use crate::routine::{Body, Routine, Scope, lift};
use crate::trigger::Run;

/// Who runs a routine of the image, as records of the mission.
enum Holder {
    /// The routine's own record.
    Routine(usize),
    /// A trigger's own block.
    Trigger(usize),
}

/// Lifts every routine into the record that holds it.
///
/// A routine that a part starts at is the part's. One that a single trigger starts is that trigger's
/// own block; one that several triggers share, and no part, becomes a routine that is no part.
pub(super) fn read(
    image: &Image,
    tables: &Tables,
    map: &RoutineMap,
    mission: &mut Mission,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut plans: Vec<(&Disassembly, Holder)> = Vec::new();
    for (routine, owners) in &map.routines {
        let parts: Vec<usize> = owners.iter().filter_map(part_of).collect();
        let triggers: Vec<usize> = owners.iter().filter_map(trigger_of).collect();
        for part in &parts {
            plans.push((routine, Holder::Routine(*part)));
        }
        let shared = match (parts.first(), triggers.as_slice()) {
            (Some(part), _) => mission.routines.at(*part).map(|it| it.id.clone()),
            (None, [one]) => {
                plans.push((routine, Holder::Trigger(*one)));
                None
            }
            (None, [first, ..]) => {
                let hint = mission.triggers.at(*first).map_or("", |it| it.id.as_str());
                let mut block = Routine::new(mission.routines.free_id(hint));
                block.part = false;
                block.name = None;
                let id = block.id.clone();
                plans.push((routine, Holder::Routine(mission.routines.len())));
                mission.routines.push(block);
                Some(id)
            }
            (None, []) => None,
        };
        if let Some(id) = shared {
            for trigger in triggers {
                set_run(mission, trigger, Run::Routine(id.clone()));
            }
        }
        if parts.len() > 1 {
            tell_of_copies(mission, &parts, diagnostics);
        }
    }
    unowned_links(tables, mission);

    let object_ids = ObjectIds::new(mission);
    // Texts name other routines, so all ids are made before the first text is.
    let known = mission.clone();
    let script = image.counted(SectionId::Script);
    for (routine, holder) in plans {
        let owner = match &holder {
            Holder::Routine(at) => known.routines.at(*at).map(Record::any_id),
            Holder::Trigger(at) => known.triggers.at(*at).map(Record::any_id),
        };
        let Some(owner) = owner else { continue };
        let body = lift_one(routine, script, &known, &object_ids, &owner, diagnostics);
        match holder {
            Holder::Trigger(at) => set_run(mission, at, Run::Body(body)),
            Holder::Routine(at) => {
                let id = mission.routines.at(at).map(|it| it.id.clone());
                if let Some(record) = id.and_then(|id| mission.routines.get_mut(&id)) {
                    record.body = Some(body);
                }
            }
        }
    }
}

fn part_of(owner: &RoutineOwner) -> Option<usize> {
    match owner {
        RoutineOwner::Part(at) => Some(*at),
        RoutineOwner::Trigger(_) => None,
    }
}

fn trigger_of(owner: &RoutineOwner) -> Option<usize> {
    match owner {
        RoutineOwner::Trigger(at) => Some(*at),
        RoutineOwner::Part(_) => None,
    }
}

fn set_run(mission: &mut Mission, trigger: usize, run: Run) {
    let id = mission.triggers.at(trigger).map(|it| it.id.clone());
    if let Some(record) = id.and_then(|id| mission.triggers.get_mut(&id)) {
        record.run = run;
    }
}

/// Links of triggers that no slice holds point at junk, and are kept as they are.
fn unowned_links(tables: &Tables, mission: &mut Mission) {
    for (at, (stored, owner)) in tables
        .triggers
        .iter()
        .zip(tables.trigger_owners())
        .enumerate()
    {
        if owner.is_none() && stored.link != StoredTrigger::NO_LINK {
            set_run(mission, at, Run::Link(stored.link));
        }
    }
}

fn tell_of_copies(mission: &Mission, parts: &[usize], diagnostics: &mut Vec<Diagnostic>) {
    let names: HashSet<_> = parts
        .iter()
        .filter_map(|at| mission.routines.at(*at))
        .map(|it| it.id.clone())
        .collect();
    for id in names.into_iter().collect::<std::collections::BTreeSet<_>>() {
        let message = "other parts start at the same block; each has a copy of it here";
        let place = Place::record(AnyId::from(&id));
        diagnostics.push(Diagnostic::warning("image", place, message));
    }
}

fn lift_one(
    routine: &Disassembly,
    script: &[u8],
    mission: &Mission,
    object_ids: &ObjectIds,
    owner: &AnyId,
    diagnostics: &mut Vec<Diagnostic>,
) -> Body {
    let end =
        routine.start + routine.block_len + 4 * routine.constants.len() + routine.filler.len();
    let bytes = script
        .get(routine.start..end.min(script.len()))
        .unwrap_or_default();
    let scope = Scope {
        mission,
        owner: Some(owner.clone()),
        object_ids,
    };
    let lifted = lift(routine, bytes, &scope);
    let place = || Place::field(owner.clone(), "run");
    for fault in &routine.faults {
        let message = fault.to_string();
        diagnostics.push(Diagnostic::warning("script-bytes", place(), message));
    }
    if let Some(problem) = lifted.problem {
        let message = format!("the routine is shown as instructions: {problem}");
        diagnostics.push(Diagnostic::hint("script-bytes", place(), message));
    }
    lifted.body
}
