//! What the window sees of a run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use model::diagnostic::Place;
use model::{AnyId, Mission};
use runtime::debug::{Coverage, Position, Stop, Tally, Why};
use runtime::{Firing, Gap, Input, Snapshot, StandInPilot, Tick, TimedInput, Trace};

use crate::breakpoints::{Resolved, followed};

use super::story::{input_text, story_of, time_text};
use super::worker::NOT_LOOKED;
use super::{Difference, Moment, Names, Preview, Running, Standing, TestOutcome, WhyAnswer};

/// A line of the author's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The routine, or the trigger whose text it is.
    pub owner: AnyId,
    /// Bytes of the statement in the text.
    pub span: Range<usize>,
    /// Its number, from 1.
    pub number: usize,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.owner.id, self.number)
    }
}

/// What comes of a trigger's firing, where that is not a thread of its own (script-vm V145, V146).
fn firing_text(trigger: &str, firing: Firing) -> Option<String> {
    match firing {
        Firing::Started => None,
        Firing::Woke => Some(format!("{trigger} fires and wakes its thread")),
        Firing::Busy => Some(format!(
            "{trigger} fires, but starts nothing, as its thread still runs"
        )),
        Firing::Lost => Some(format!(
            "{trigger} fires, but starts nothing, as no thread can be started"
        )),
    }
}

impl Preview {
    /// Which trace there is; another number is another past, of another run or after an input in
    /// the middle of this one.
    pub fn trace_number(&self) -> u64 {
        self.traces
    }

    /// The line of the author's text that an instruction came from; `None` for the return that stands
    /// behind the last.
    pub fn line_of(&self, script: u32) -> Option<Line> {
        let (owner, span) = self.place_of(script)?;
        let text = &self.mission()?.body(&owner)?.text;
        if span.start >= text.trim_end().len() {
            return None;
        }
        let before = text.as_bytes().get(..span.start).unwrap_or_default();
        let number = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Some(Line {
            owner,
            span,
            number,
        })
    }

    /// The routine, or the trigger, whose block an instruction lies in.
    pub fn owner_of(&self, script: u32) -> Option<AnyId> {
        let map = &self.worker.as_ref()?.source_map;
        let routine = map.routine_at(usize::try_from(script).ok()?)?;
        Some(routine.owner.clone())
    }

    /// The instructions of a routine, or of a trigger's own text, in bytes from the start of the
    /// script.
    pub fn script_of(&self, owner: &AnyId) -> Option<Range<u32>> {
        let extent = self.worker.as_ref()?.source_map.extent_of(owner)?;
        Some(u32::try_from(extent.start).ok()?..u32::try_from(extent.end).ok()?)
    }
}

impl Preview {
    /// Whether there is a run, playing or standing.
    pub fn has_run(&self) -> bool {
        self.worker.is_some()
    }

    /// Whether a run goes on by itself.
    pub fn is_running(&self) -> bool {
        self.standing() != Standing::Still
    }

    /// Whether the run has done all that was asked of it, and what is seen of it tells so.
    pub fn has_obeyed(&self) -> bool {
        let running = self.worker.as_ref();
        running.is_none_or(|it| it.obeyed >= it.asked && it.snapshot.is_some())
    }

    /// What the run is doing.
    pub fn standing(&self) -> Standing {
        self.worker
            .as_ref()
            .map_or(Standing::Still, |it| it.standing)
    }

    /// The moment that is shown; within a tick, where the run stands in one.
    pub fn position(&self) -> Option<Position> {
        let running = self.worker.as_ref()?;
        running.snapshot.is_some().then_some(running.position)
    }

    /// Why the run stands within a tick, if it does.
    pub fn stopped(&self) -> Option<&Stop> {
        self.worker.as_ref()?.stop.as_ref()
    }

    /// Why the run stands where it stands, in a few words.
    pub fn stop_text(&self) -> Option<String> {
        if self.is_over() {
            return Some("no longer live: this is what the game told last".to_owned());
        }
        match self.standing() {
            Standing::Replaying => return Some("running again".to_owned()),
            Standing::Searching => {
                let looked = self.worker.as_ref()?.looked.load(Ordering::Relaxed);
                let at = (looked != NOT_LOOKED).then(|| time_text(Tick(looked)));
                return Some(match at {
                    Some(at) => format!("looking back, at {at}; Pause ends the search"),
                    None => "looking back".to_owned(),
                });
            }
            Standing::Still | Standing::Playing | Standing::Stepping => {}
        }
        let stop = self.stopped()?;
        let at = stop.script.and_then(|script| self.line_of(script));
        let at = at.map(|line| format!(" at {line}"));
        let why = match &stop.why {
            Why::Breakpoints(_) => "breakpoint".to_owned(),
            Why::Stepped => "stepped".to_owned(),
            Why::ThreadEnded => "the thread ended".to_owned(),
            Why::Fault(cause) => format!("a thread failed: {cause}"),
            Why::Sought => "stands".to_owned(),
        };
        let firing = stop.firing.and_then(|(trigger, firing)| {
            let name = self.names()?.trigger(trigger);
            firing_text(&super::values::called(&name, "trigger", trigger), firing)
        });
        let firing = firing.map(|it| format!(": {it}"));
        Some(format!(
            "{why}{}{}",
            at.unwrap_or_default(),
            firing.unwrap_or_default()
        ))
    }

    /// Where a part of a text of the mission that runs is in the open one; where the text was edited
    /// since, the start of its line.
    pub fn in_text(&self, open: &Mission, owner: &AnyId, span: Range<usize>) -> Range<usize> {
        if !self.is_outdated() {
            return span;
        }
        let old = self.mission().and_then(|it| it.body(owner));
        match old.zip(open.body(owner)) {
            Some((old, new)) if old.text != new.text => {
                let start = followed(&old.text, &new.text, span.start);
                start..start
            }
            _ => span,
        }
    }

    /// Where in the author's text the run stands.
    pub fn stopped_at(&self) -> Option<(AnyId, Range<usize>)> {
        self.place_of(self.stopped()?.script?)
    }

    /// What breakpoints counted and noted.
    pub fn tally(&self) -> Option<&Tally> {
        self.worker.as_ref().map(|it| &it.tally)
    }

    /// The breakpoints as the run has them.
    pub fn resolved(&self) -> Option<&Resolved> {
        self.worker.as_ref().map(|it| &it.resolved)
    }

    /// What came from outside, in order.
    pub fn inputs(&self) -> &[TimedInput] {
        self.worker
            .as_ref()
            .map(|it| it.inputs.as_slice())
            .unwrap_or_default()
    }

    /// What came of the test that was played last.
    pub fn outcome(&self) -> Option<&Arc<TestOutcome>> {
        self.outcome.as_ref()
    }

    /// What comes from outside, in words.
    pub fn input_words(&self, input: &Input) -> String {
        let names = self.names();
        names.map_or_else(String::new, |names| input_text(input, names))
    }

    /// What comes to the run once it goes on from the moment that is shown, and is not seen yet.
    pub fn pending(&self) -> impl Iterator<Item = &Input> {
        let now = self.position();
        let later = self.inputs().iter().filter(move |it| {
            // The point of the tick that is shown has what came at it.
            now.is_some_and(|now| (it.tick, it.step) > (now.tick, now.step))
        });
        later
            .filter(move |it| now.is_some_and(|now| it.tick <= now.tick.after(1)))
            .map(|it| &it.input)
    }

    /// Why a trigger did not fire, the last that was asked of.
    pub fn why(&self) -> Option<&Arc<WhyAnswer>> {
        self.worker.as_ref()?.why.as_ref()
    }

    /// Where the run of the edited mission first went another way than the run before.
    pub fn difference(&self) -> Option<&Difference> {
        self.worker.as_ref()?.difference.as_ref()
    }

    /// The mission that runs, which may be older than the open one.
    pub fn mission(&self) -> Option<&Arc<Mission>> {
        self.worker.as_ref().map(|it| &it.mission)
    }

    /// Whether what ran is counted over all runs of the same image.
    pub fn merges_coverage(&self) -> bool {
        self.merge_coverage
    }

    /// What ran, of this run or of all.
    fn ran<'a>(&'a self, running: &'a Running) -> &'a Coverage {
        match self.merge_coverage {
            true => &self.merged.1,
            false => &running.coverage,
        }
    }

    /// The statements of a text, each with whether it ran up to the moment that is shown.
    pub fn covered_in(&self, owner: &AnyId) -> Vec<(Range<usize>, bool)> {
        let Some(running) = &self.worker else {
            return Vec::new();
        };
        let offsets = running.statements.offsets().iter().enumerate();
        let mut covered: Vec<_> = offsets
            .filter_map(|(number, offset)| {
                let (routine, mapped) = running.source_map.instruction_at(*offset as usize)?;
                (routine.owner == *owner)
                    .then(|| (mapped.span.clone(), self.ran(running).has(number)))
            })
            .collect();
        // The script has some lines in another order than the text.
        covered.sort_by_key(|(span, _)| span.start);
        covered
    }

    /// How many statements ran, text by text, of how many.
    pub fn coverage(&self) -> BTreeMap<AnyId, (usize, usize)> {
        let mut covered: BTreeMap<AnyId, (usize, usize)> = BTreeMap::new();
        let Some(running) = &self.worker else {
            return covered;
        };
        for (number, offset) in running.statements.offsets().iter().enumerate() {
            if let Some(routine) = running.source_map.routine_at(*offset as usize) {
                let entry = covered.entry(routine.owner.clone()).or_default();
                entry.0 += usize::from(self.ran(running).has(number));
                entry.1 += 1;
            }
        }
        covered
    }

    /// The first instruction of the statement at or behind a place of a text of the open mission.
    pub(crate) fn statement_at(&self, place: &Place, open: &Mission) -> Option<u32> {
        let running = self.worker.as_ref()?;
        let (owner, span) = (place.record.as_ref()?, place.span.as_ref()?);
        let old = running.mission.body(owner)?;
        let at = match open.body(owner) {
            Some(new) if new.text != old.text => followed(&new.text, &old.text, span.start),
            _ => span.start,
        };
        let statement = running.source_map.statement_from(owner, at)?;
        u32::try_from(statement.bytes.start).ok()
    }

    /// The last moment that the worker showed.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.worker.as_ref()?.snapshot.as_ref()
    }

    /// The moment that the run has come to; the one that is shown may be earlier.
    pub fn head(&self) -> Tick {
        self.worker.as_ref().map_or(Tick(0), |it| it.head)
    }

    /// What happened, first to last.
    pub fn moments(&self) -> &[Moment] {
        self.worker
            .as_ref()
            .map(|it| it.moments.as_slice())
            .unwrap_or_default()
    }

    /// Everything that happened up to the head, first to last; the moment that is shown may be
    /// earlier.
    pub fn trace(&self) -> Option<&Trace> {
        self.worker.as_ref().map(|it| &it.trace)
    }

    /// How many entries of [`Self::trace`] tell what came up to the moment that is shown.
    pub fn told(&self) -> usize {
        self.worker.as_ref().map_or(0, |it| it.told)
    }

    /// How many of [`Self::moments`] came up to the moment that is shown.
    pub fn past_moments(&self) -> usize {
        let Some(running) = &self.worker else {
            return 0;
        };
        let now = running.position.tick;
        let until_end = running.moments.partition_point(|it| it.tick <= now);
        // What comes later in the tick that the run stands in is to come as well.
        let later = running.trace.since(running.told);
        let later = later.take_while(|it| it.tick <= now);
        let later = later.filter(|it| story_of(it, &running.names).is_some());
        until_end.saturating_sub(later.count())
    }

    /// The records by their numbers in the image that runs.
    pub fn names(&self) -> Option<&Names> {
        self.worker.as_ref().map(|it| &it.names)
    }

    /// What the mission asked for and the simulation does not do.
    pub fn gaps(&self) -> impl Iterator<Item = (&str, &Gap)> {
        self.worker
            .iter()
            .flat_map(|it| it.gaps.iter())
            .map(|(name, gap)| (name.as_str(), gap))
    }

    /// Whether it is of another mission than the open one, as a linked game's may be.
    pub fn is_foreign(&self) -> bool {
        self.worker.as_ref().is_some_and(|it| it.foreign)
    }

    /// Whether the open mission is no longer the one that runs.
    pub fn is_outdated(&self) -> bool {
        let running = self.worker.as_ref();
        running.is_some_and(|it| it.foreign || it.compared.1)
    }

    /// Who stands in for the player.
    pub fn pilot(&self) -> StandInPilot {
        self.pilot
    }

    /// What the next start takes for chance.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The record behind the ship in a slot.
    pub fn ship_in(&self, slot: u16) -> Option<AnyId> {
        self.worker.as_ref()?.names.ship(slot)
    }

    /// The number of a ship in the image that runs.
    pub fn ship_number(&self, ship: &AnyId) -> Option<u16> {
        self.worker.as_ref()?.names.ship_number(ship)
    }

    /// The number of a routine among the parts of the image that runs.
    pub fn part_number(&self, routine: &AnyId) -> Option<u16> {
        self.worker.as_ref()?.names.part_number(routine)
    }

    /// The record behind a global's number.
    pub fn global(&self, index: u8) -> Option<AnyId> {
        self.worker.as_ref()?.names.global(index)
    }

    /// The record behind a part's number.
    pub fn part(&self, index: i64) -> Option<AnyId> {
        self.worker.as_ref()?.names.part(index)
    }

    /// The place in the author's text of an instruction.
    pub fn place_of(&self, script: u32) -> Option<(AnyId, Range<usize>)> {
        let map = &self.worker.as_ref()?.source_map;
        let (routine, mapped) = map.instruction_at(usize::try_from(script).ok()?)?;
        Some((routine.owner.clone(), mapped.span.clone()))
    }

    /// Where threads are in a routine's text.
    pub fn running_in(&self, owner: &AnyId) -> Vec<Range<usize>> {
        let Some(snapshot) = self.snapshot() else {
            return Vec::new();
        };
        snapshot
            .threads
            .iter()
            .flat_map(|thread| {
                thread
                    .calls
                    .iter()
                    .map(|call| call.script)
                    .chain([thread.script])
            })
            .filter_map(|script| self.place_of(script))
            .filter(|(routine, _)| routine == owner)
            .map(|(_, span)| span)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_firing_that_starts_nothing_is_told() {
        assert_eq!(firing_text("lost", Firing::Started), None);
        for (firing, told) in [
            (Firing::Woke, "wakes its thread"),
            (Firing::Busy, "starts nothing, as its thread still runs"),
            (Firing::Lost, "starts nothing, as no thread can be started"),
        ] {
            let text = firing_text("lost", firing).unwrap();
            assert!(
                text.starts_with("lost fires") && text.contains(told),
                "{text}"
            );
        }
    }
}
