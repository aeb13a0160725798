//! What runs of a mission came to, added up.

use model::{RoutineId, TriggerId};
use runtime::{Simulation, TraceEvent};

use super::run::Bench;

/// What one run of a mission, or several, came to.
///
/// It is told from the log: triggers that fired, routines that ran. Whatever else a run keeps of its
/// way is to be added in [`Self::of`], and added up in [`Self::add`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoverageSum {
    /// Each trigger with its firings, in the mission's order.
    pub triggers: Vec<(TriggerId, u64)>,
    /// Each routine that has a text with its runs, in the mission's order.
    pub routines: Vec<(RoutineId, u64)>,
}

impl CoverageSum {
    /// What a run came to.
    pub fn of(bench: &Bench, run: &Simulation) -> Self {
        let mission = bench.mission();
        let triggers = mission.triggers.iter();
        let routines = mission.routines.iter().filter(|it| it.body.is_some());
        let mut sum = Self {
            triggers: triggers.map(|it| (it.id.clone(), 0)).collect(),
            routines: routines.map(|it| (it.id.clone(), 0)).collect(),
        };
        for entry in run.trace() {
            match &entry.event {
                TraceEvent::TriggerFired { trigger, .. } => {
                    let id = bench.names().trigger(*trigger).and_then(|it| it.of());
                    count(&mut sum.triggers, id);
                }
                TraceEvent::ThreadStarted { script, .. } => {
                    let offset = usize::try_from(*script).unwrap_or(usize::MAX);
                    let extent = bench.source_map().routine_at(offset);
                    let id = extent.and_then(|extent| extent.owner.of());
                    count(&mut sum.routines, id);
                }
                TraceEvent::Called { part, .. } => {
                    let id = bench.names().part(i64::from(*part));
                    count(&mut sum.routines, id.and_then(|it| it.of()));
                }
                _ => {}
            }
        }
        sum
    }

    /// Adds what another run of the same mission came to.
    pub fn add(&mut self, other: &Self) {
        add(&mut self.triggers, &other.triggers);
        add(&mut self.routines, &other.routines);
    }
}

fn count<I: PartialEq>(counts: &mut [(I, u64)], id: Option<I>) {
    let found = id.and_then(|id| counts.iter_mut().find(|(own, _)| *own == id));
    if let Some((_, count)) = found {
        *count = count.saturating_add(1);
    }
}

fn add<I: PartialEq + Clone>(counts: &mut Vec<(I, u64)>, more: &[(I, u64)]) {
    for (id, many) in more {
        match counts.iter_mut().find(|(own, _)| own == id) {
            Some((_, count)) => *count = count.saturating_add(*many),
            None => counts.push((id.clone(), *many)),
        }
    }
}
