//! Facts by the numbers of a compiled mission.

use std::ops::Range;

use model::compile::SourceMap;
use model::{AnyId, Collection};
use runtime::{Happening, Simulation};

use crate::preview::{Names, NoSuchRecord};

use super::compare::Limit;
use super::fact::{Counted, EndingIs, Fact, ShipState};

/// A fact as a run is asked for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Bound {
    Global(u8, Vec<Limit<u32>>),
    Variable(u8, Vec<Limit<u32>>),
    Objective {
        objective: u16,
        state: u16,
        is: bool,
    },
    Ending(EndingIs),
    Rating(u32),
    Count(Tally, Vec<Limit<u32>>),
    /// Something has happened to a ship, or has not.
    Happened {
        ship: u16,
        happening: Happening,
        is: bool,
    },
    /// A ship is in a state that lasts, or is not.
    State {
        ship: u16,
        state: ShipState,
        is: bool,
    },
    Order {
        ship: u16,
        order: i16,
        anywhere: bool,
    },
    Damage(u16, Vec<Limit<u32>>),
    Distance([u16; 2], Vec<Limit<f64>>),
}

/// What is counted of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tally {
    Trigger(u16),
    Routine {
        /// Its bytes in the script; none for a part without a block.
        bytes: Range<u32>,
        /// Its number among the parts.
        part: Option<u8>,
    },
    Speech(String),
    Music(String),
    Film(String),
    /// Bytes of the script that the failing instruction lies in; `None` for anywhere.
    Fault(Option<Range<u32>>),
    Gap(Option<String>),
}

impl Bound {
    /// A fact of a mission.
    pub(super) fn new(
        fact: &Fact,
        names: &Names,
        source_map: &SourceMap,
    ) -> Result<Self, NoSuchRecord> {
        let ship = |id| number(id, |it| names.ship_number(it));
        Ok(match fact {
            Fact::Global { global, limits } => {
                let global = number(global, |it| names.global_number(it))?;
                Self::Global(global, limits.clone())
            }
            Fact::Variable { variable, limits } => Self::Variable(*variable, limits.clone()),
            Fact::Objective {
                objective,
                state,
                is,
            } => Self::Objective {
                objective: *objective,
                state: *state,
                is: *is,
            },
            Fact::Ending(ending) => Self::Ending(*ending),
            Fact::Rating(rating) => Self::Rating(*rating),
            Fact::Count { what, limits } => {
                Self::Count(Tally::new(what, names, source_map)?, limits.clone())
            }
            Fact::Ship {
                ship: id,
                state,
                is,
            } => {
                let (ship, is) = (ship(id)?, *is);
                match state.happening() {
                    Some(happening) => Self::Happened {
                        ship,
                        happening,
                        is,
                    },
                    None => Self::State {
                        ship,
                        state: *state,
                        is,
                    },
                }
            }
            Fact::Order {
                ship: id,
                order,
                anywhere,
            } => Self::Order {
                ship: ship(id)?,
                order: *order,
                anywhere: *anywhere,
            },
            Fact::Damage { ship: id, limits } => Self::Damage(ship(id)?, limits.clone()),
            Fact::Distance {
                ships: [a, b],
                limits,
            } => Self::Distance([ship(a)?, ship(b)?], limits.clone()),
        })
    }

    /// What it counts.
    pub(super) fn tally(&self) -> Option<&Tally> {
        match self {
            Self::Count(tally, _) => Some(tally),
            _ => None,
        }
    }
}

impl Tally {
    /// What is counted of a mission.
    pub(super) fn new(
        what: &Counted,
        names: &Names,
        source_map: &SourceMap,
    ) -> Result<Self, NoSuchRecord> {
        Ok(match what {
            Counted::Trigger(id) => Self::Trigger(number(id, |it| names.trigger_number(it))?),
            Counted::Routine(id) => {
                let owner = AnyId::from(id);
                let part = names.part_number(&owner);
                Self::Routine {
                    bytes: bytes_of(&owner, source_map).unwrap_or_default(),
                    part: part.and_then(|part| part.try_into().ok()),
                }
            }
            Counted::Speech(name) => Self::Speech(name.clone()),
            Counted::Music(name) => Self::Music(name.clone()),
            Counted::Film(name) => Self::Film(name.clone()),
            Counted::Fault(None) => Self::Fault(None),
            Counted::Fault(Some(owner)) => {
                let shared = match owner.collection {
                    Collection::Triggers | Collection::Routines => bytes_of(owner, source_map),
                    _ => None,
                };
                Self::Fault(Some(shared.unwrap_or_default()))
            }
            Counted::Gap(name) => Self::Gap(name.clone()),
        })
    }

    /// How often it has happened by the moment that a run has come to. The run counts it as it goes,
    /// so that nothing is missed where the log has no room.
    pub(super) fn count(&self, run: &Simulation) -> u64 {
        let counts = run.counts();
        match self {
            Self::Trigger(trigger) => counts.firings(*trigger),
            Self::Routine { bytes, part } => {
                let calls = part.map_or(0, |part| counts.calls(part));
                calls.saturating_add(counts.threads(bytes.clone()))
            }
            Self::Speech(name) => counts.lines(name),
            Self::Music(name) => counts.tunes(name),
            Self::Film(name) => counts.films(name),
            Self::Fault(bytes) => counts.faults(bytes.clone()),
            Self::Gap(Some(name)) => run.gaps().get(name).map_or(0, |gap| gap.count.into()),
            Self::Gap(None) => run.gaps().iter().map(|(_, gap)| u64::from(gap.count)).sum(),
        }
    }
}

/// A routine's bytes in the script.
fn bytes_of(owner: &AnyId, source_map: &SourceMap) -> Option<Range<u32>> {
    let extent = source_map.extent_of(owner)?;
    let start = u32::try_from(extent.start).ok()?;
    Some(start..u32::try_from(extent.end).ok()?)
}

fn number<R: model::Record, N>(
    id: &model::Id<R>,
    find: impl Fn(&AnyId) -> Option<N>,
) -> Result<N, NoSuchRecord> {
    let any = AnyId::from(id);
    find(&any).ok_or(NoSuchRecord::Id(any))
}
