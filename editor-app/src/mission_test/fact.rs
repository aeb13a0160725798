//! What can be true of a moment of a run.

use model::{AnyId, GlobalId, RoutineId, ShipId, TriggerId};
use runtime::{Ending, Happening};

use super::compare::{Compare, Limit};

/// Something that is true or not at a moment of a run, its records by their ids.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A global keeps to limits.
    Global {
        /// The global.
        global: GlobalId,
        /// The limits.
        limits: Vec<Limit<u32>>,
    },
    /// A game variable keeps to limits.
    Variable {
        /// Its number.
        variable: u8,
        /// The limits.
        limits: Vec<Limit<u32>>,
    },
    /// An objective is, or is not, in a state.
    Objective {
        /// The objective.
        objective: u16,
        /// 0 hidden, 1 listed, 2 current.
        state: u16,
        /// Whether it is meant to be.
        is: bool,
    },
    /// The mission has ended so, or runs.
    Ending(EndingIs),
    /// The script's grade of the mission (game variable 14).
    Rating(u32),
    /// Something happened so often.
    Count {
        /// What.
        what: Counted,
        /// How often.
        limits: Vec<Limit<u32>>,
    },
    /// A ship is, or is not, in a state.
    Ship {
        /// The ship.
        ship: ShipId,
        /// The state.
        state: ShipState,
        /// Whether it is meant to be.
        is: bool,
    },
    /// A ship has an order.
    Order {
        /// The ship.
        ship: ShipId,
        /// The order's number.
        order: i16,
        /// Whether it may wait below the current one.
        anywhere: bool,
    },
    /// A ship's damage, in hundredths of its weakest quadrant's armor, keeps to limits.
    Damage {
        /// The ship.
        ship: ShipId,
        /// The limits.
        limits: Vec<Limit<u32>>,
    },
    /// Two ships are there, and the way between their middles, in world units, keeps to limits.
    Distance {
        /// The ships.
        ships: [ShipId; 2],
        /// The limits.
        limits: Vec<Limit<f64>>,
    },
}

/// How a mission ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndingIs {
    /// Not yet.
    None,
    /// In whatever way.
    Any,
    /// So.
    Way(Ending),
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// Firings of a trigger.
    Trigger(TriggerId),
    /// Runs of a routine by whatever way: a start, a firing, a timer, a call.
    Routine(RoutineId),
    /// Lines of this name, in any case.
    Speech(String),
    /// Tunes of this name.
    Music(String),
    /// Films of this name.
    Film(String),
    /// Threads that failed, in a routine or a trigger's own block, or anywhere.
    Fault(Option<AnyId>),
    /// What the mission asked for by this name that the preview does not do, or by any.
    Gap(Option<String>),
}

/// A state of a ship.
///
/// Each is said of a moment, whatever window it is looked for in: a ship that was destroyed is so from
/// then on, and one that has launched once is `launched`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShipState {
    /// It is there.
    Made,
    /// It was destroyed.
    Destroyed,
    /// It has docked.
    Docked,
    /// It has launched.
    Launched,
    /// It has arrived by a jump, a warp or a gate.
    JumpedIn,
    /// It has jumped away.
    JumpedOut,
    /// It is not processed.
    Disabled,
    /// It is not drawn.
    Hidden,
    /// It is cloaked, or cloaking.
    Cloaked,
    /// It is an enemy.
    Hostile,
    /// It is coming apart.
    Exploding,
    /// It can be picked as a target.
    Targetable,
}

impl ShipState {
    /// What has happened to a ship that is so; `None` for what can pass again.
    pub fn happening(self) -> Option<Happening> {
        Some(match self {
            Self::Destroyed => Happening::Destroyed,
            Self::Docked => Happening::Docked,
            Self::Launched => Happening::Launched,
            Self::JumpedIn => Happening::JumpedIn,
            Self::JumpedOut => Happening::JumpedOut,
            _ => return None,
        })
    }

    /// The state of a ship that something has happened to.
    pub fn of(happening: Happening) -> Self {
        match happening {
            Happening::Destroyed => Self::Destroyed,
            Happening::Docked => Self::Docked,
            Happening::Launched => Self::Launched,
            Happening::JumpedIn => Self::JumpedIn,
            Happening::JumpedOut => Self::JumpedOut,
        }
    }
}

impl Fact {
    /// Whether it is true of a run in which nothing that it counts has happened, so that its coming
    /// true says nothing.
    pub fn holds_of_nothing(&self) -> bool {
        match self {
            Self::Count { limits, .. } => super::compare::passes(limits, &0),
            Self::Ship { state, is, .. } => state.happening().is_some() && !is,
            _ => false,
        }
    }
}

/// At least once.
pub(super) fn once() -> Vec<Limit<u32>> {
    vec![Limit::new(Compare::AtLeast, 1)]
}
