//! What runs of a mission came to, added up.

use model::diagnostic::Place;
use model::{AnyId, RoutineId, TriggerId};
use runtime::Simulation;

use super::Counted;
use super::bind::Tally;
use super::run::Bench;

/// What one run of a mission, or several, came to.
///
/// Whatever else a run keeps of its way is to be added in [`Self::of`], and added up in [`Self::add`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoverageSum {
    /// Each trigger with its firings, in the mission's order.
    pub triggers: Vec<(TriggerId, u64)>,
    /// Each routine that has a text with its runs, in the mission's order.
    pub routines: Vec<(RoutineId, u64)>,
    /// Each line of a text that does something: text by text, in the order of the text.
    pub lines: Vec<CoveredLine>,
}

/// A line of a text that does something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredLine {
    /// The routine, or the trigger whose text it is.
    pub owner: AnyId,
    /// Its number in that text, from 1.
    pub line: usize,
    /// Its number in the mission's file, if that is a source.
    pub file_line: Option<usize>,
    /// What it says.
    pub text: String,
    /// Whether it ran.
    pub ran: bool,
}

impl CoverageSum {
    /// What a run came to.
    pub fn of(bench: &Bench, run: &Simulation) -> Self {
        let mission = bench.mission();
        let (names, map) = (bench.names(), bench.source_map());
        let count = |what: &Counted| {
            let tally = Tally::new(what, names, map);
            tally.map_or(0, |tally| tally.count(run))
        };
        let triggers = mission.triggers.iter().map(|it| it.id.clone());
        let routines = mission.routines.iter().filter(|it| it.body.is_some());
        let routines = routines.map(|it| it.id.clone());
        Self {
            triggers: triggers
                .map(|id| (id.clone(), count(&Counted::Trigger(id))))
                .collect(),
            routines: routines
                .map(|id| (id.clone(), count(&Counted::Routine(id))))
                .collect(),
            lines: lines(bench, run),
        }
    }

    /// Adds what another run of the same mission came to.
    pub fn add(&mut self, other: &Self) {
        add(&mut self.triggers, &other.triggers);
        add(&mut self.routines, &other.routines);
        if self.lines.is_empty() {
            self.lines.clone_from(&other.lines);
        }
        for (line, other) in self.lines.iter_mut().zip(&other.lines) {
            line.ran |= other.ran;
        }
    }
}

/// The lines of a mission, with whether a run came to them.
fn lines(bench: &Bench, run: &Simulation) -> Vec<CoveredLine> {
    let offsets = run.options().statements.offsets().iter().enumerate();
    let mut lines: Vec<((usize, usize), CoveredLine)> = offsets
        .filter_map(|(number, offset)| {
            let offset = usize::try_from(*offset).ok()?;
            let (routine, mapped) = bench.source_map().instruction_at(offset)?;
            let text = &bench.mission().body(&routine.owner)?.text;
            let before = text.get(..mapped.span.start)?;
            let place = Place::text(routine.owner.clone(), mapped.span.clone());
            let line = CoveredLine {
                owner: routine.owner.clone(),
                line: before.matches('\n').count() + 1,
                file_line: bench.position(&place).map(|it| it.line),
                text: text.get(mapped.span.clone())?.trim().to_owned(),
                ran: run.coverage().has(number),
            };
            Some(((mapped.routine, mapped.span.start), line))
        })
        .collect();
    // The script has some lines in another order than the text, such as the arms of a choice.
    lines.sort_by_key(|(place, _)| *place);
    lines.into_iter().map(|(_, line)| line).collect()
}

fn add<I: PartialEq + Clone>(counts: &mut Vec<(I, u64)>, more: &[(I, u64)]) {
    for (id, many) in more {
        match counts.iter_mut().find(|(own, _)| own == id) {
            Some((_, count)) => *count = count.saturating_add(*many),
            None => counts.push((id.clone(), *many)),
        }
    }
}
