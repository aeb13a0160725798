//! The script.

use std::ops::Range;

use formats::script::{Disassembly, Instruction, Opcode, Operand, RoutineMap};
use formats::{Image, SectionId, Tables};

use crate::link::LiveTable;

use super::Moment;
use super::plan::Plan;
use super::reason::{Later, Reason};

/// Plans the copy of a script that differs.
///
/// Threads go on where they stand, so that one that stands where the script changed would go on in
/// the middle of something else. One inside of calls comes back to where nothing tells. Neither
/// matters where all threads are freed anyway.
pub(super) fn plan(basis: &Image, wanted: &Image, moment: &Moment<'_>, plan: &mut Plan) {
    let before = basis.counted(SectionId::Script);
    let after = wanted.counted(SectionId::Script);
    if before == after {
        return;
    }
    let running = moment.file.counted(SectionId::Script);
    if after.len() > running.len() {
        plan.refuse(Reason::ScriptGrew {
            running: running.len(),
            wanted: after.len(),
        });
        return;
    }
    // A copy has as many bytes as the game counts, which the original reads whatever is sent.
    let mut script = after.to_vec();
    script.extend(running.iter().skip(after.len()));
    if plan.counts.is_none() {
        let changed = changed(before, after);
        let passed = Passed::between(basis, wanted);
        for (&thread, state) in &moment.state.threads {
            let stands_there = state
                .at
                .and_then(|at| usize::try_from(at).ok())
                .is_some_and(|at| changed.contains(&at));
            if stands_there || state.depth > 0 {
                plan.refuse(Reason::Thread { thread });
            } else if let Some(at) = state.at.filter(|at| passed.by(*at)) {
                plan.later.push(Later::Passed { thread, at });
            }
        }
    }
    plan.tables.insert(0, (LiveTable::Script, script));
    plan.flags = Some(flags(moment, running.len()));
}

/// The flags, as many as the game has of its script.
fn flags(moment: &Moment<'_>, script: usize) -> Vec<u8> {
    let mut flags = moment.flags.to_vec();
    flags.resize(script.next_multiple_of(4), 0);
    flags
}

/// The bytes from the first that differs up to the last. Where the lengths differ, what is behind has
/// moved.
fn changed(before: &[u8], after: &[u8]) -> Range<usize> {
    let differs = |index: &usize| before.get(*index) != after.get(*index);
    let len = before.len().max(after.len());
    let first = (0..len).find(differs).unwrap_or(len);
    let last = (0..len).rev().find(differs).unwrap_or(first);
    first..last.saturating_add(1)
}

/// The instructions that changed, as a thread comes by them.
struct Passed {
    before: RoutineMap,
    after: RoutineMap,
}

impl Passed {
    fn between(basis: &Image, wanted: &Image) -> Self {
        let read = |image| RoutineMap::read(image, &Tables::read(image));
        Self {
            before: read(basis),
            after: read(wanted),
        }
    }

    /// Whether a thread that stands at a place has passed one, and does not come back to it.
    fn by(&self, at: u32) -> bool {
        let Ok(at) = usize::try_from(at) else {
            return false;
        };
        let mut routines = self.before.routines.iter().map(|(routine, _)| routine);
        let is_in =
            |it: &&Disassembly| (it.start..it.start.saturating_add(it.block_len)).contains(&at);
        let Some(before) = routines.find(is_in) else {
            return false;
        };
        let mut routines = self.after.routines.iter().map(|(routine, _)| routine);
        let Some(after) = routines.find(|it| it.start == before.start) else {
            return false;
        };
        let is_passed = |(place, _): &&(u32, Instruction)| {
            usize::try_from(*place).is_ok_and(|place| before.start.saturating_add(place) < at)
        };
        let (old, new) = (
            before.code.iter().filter(is_passed),
            after.code.iter().filter(is_passed),
        );
        let same = |(old, new): &(&(u32, Instruction), &(u32, Instruction))| {
            old == new && constant(before, &old.1) == constant(after, &new.1)
        };
        let Some(changed) = first_difference(old, new, same) else {
            return false;
        };
        let ahead = after.code.iter().filter(|it| !is_passed(it));
        let mut targets = ahead.flat_map(|(_, it)| it.targets());
        !targets.any(|target| *target <= changed)
    }
}

/// The place of the first instruction that is another in the one run of them than in the other.
fn first_difference<'a>(
    mut old: impl Iterator<Item = &'a (u32, Instruction)>,
    mut new: impl Iterator<Item = &'a (u32, Instruction)>,
    same: impl Fn(&(&'a (u32, Instruction), &'a (u32, Instruction))) -> bool,
) -> Option<u32> {
    loop {
        match (old.next(), new.next()) {
            (Some(one), Some(other)) if same(&(one, other)) => {}
            (Some((place, _)), _) | (None, Some((place, _))) => return Some(*place),
            (None, None) => return None,
        }
    }
}

/// The constant that an instruction pushes.
fn constant(routine: &Disassembly, instruction: &Instruction) -> Option<u32> {
    let index = match (instruction.opcode, &instruction.operand) {
        (Opcode::PushConstant, Operand::Byte(index)) => usize::from(*index),
        (Opcode::PushConstantWide, Operand::Wide(index)) => usize::from(*index),
        _ => return None,
    };
    routine.constants.get(index).copied()
}
