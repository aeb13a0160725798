//! The script.

use std::ops::Range;

use formats::{Image, SectionId};

use crate::link::LiveTable;

use super::Moment;
use super::plan::Plan;
use super::reason::Reason;

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
        for (&thread, state) in &moment.state.threads {
            let stands_there = state
                .at
                .and_then(|at| usize::try_from(at).ok())
                .is_some_and(|at| changed.contains(&at));
            if stands_there || state.depth > 0 {
                plan.refuse(Reason::Thread { thread });
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
