//! Triggers.

use serde::{Deserialize, Serialize};

use crate::Body;
use crate::ids::{AnyId, FlightGroupId, RoutineId, ShipId, SquadId, TriggerId};
use crate::record::{Meta, changes};

/// A trigger (dte-format 2.5): when an event comes to its subject, it runs a routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trigger {
    /// Its id; a trigger has no display name.
    pub id: TriggerId,
    /// Whose event it waits for; a trigger of nobody never fires.
    pub subject: Option<Subject>,
    /// Which component of the subject; `None` for the subject itself.
    pub component: Option<u8>,
    /// Number of the condition that it waits for.
    pub condition: u8,
    /// What the event's values must be, by their order.
    pub operands: [Operand; 5],
    /// How often it fires.
    pub repeat: Repeat,
    /// Whether it can fire; the game arms every trigger of a subject as the mission starts.
    pub armed: u8,
    /// 0 runs the routine at once, inside the event; else the scheduler does.
    pub deferred: u8,
    /// What it runs.
    pub run: Run,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

/// Whose event a trigger waits for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A ship's.
    Ship(ShipId),
    /// A flight group's: an event of any of its ships.
    FlightGroup(FlightGroupId),
    /// A squad's: an event of any of its members.
    Squad(SquadId),
    /// An object ID's that no record bears.
    Object(u16),
}

/// What a value of the event must be (dte-format 3.2).
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operand {
    /// Anything.
    #[default]
    Unset,
    /// Any player's ship.
    AnyPlayer,
    /// A ship.
    Ship(ShipId),
    /// A flight group.
    FlightGroup(FlightGroupId),
    /// A squad.
    Squad(SquadId),
    /// A number, or a dword that no reference of ours gives.
    Number(u32),
}

/// How often a trigger fires (dte-format 3.5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// Once.
    #[default]
    Once,
    /// Whenever the event comes.
    Always,
    /// So many times.
    Counted {
        /// Firings left as the mission starts.
        left: u8,
        /// Firings after a script arms it again.
        refill: u8,
    },
    /// A mode that no shipped mission has, with the two counts as they are.
    Other {
        /// The mode.
        mode: u8,
        /// As for counted.
        left: u8,
        /// As for counted.
        refill: u8,
    },
}

/// What a trigger runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Run {
    /// Nothing.
    #[default]
    Nothing,
    /// A block of its own.
    Body(Body),
    /// A routine that others may run too.
    Routine(RoutineId),
    /// A place in the script that no routine starts at, in halfwords; only kept for triggers of
    /// nobody, whose link points at junk.
    Link(u16),
}

impl Subject {
    /// The record, unless it is only an object ID.
    pub fn record(&self) -> Option<AnyId> {
        match self {
            Self::Ship(id) => Some(id.into()),
            Self::FlightGroup(id) => Some(id.into()),
            Self::Squad(id) => Some(id.into()),
            Self::Object(_) => None,
        }
    }
}

impl Operand {
    /// The record that it names, if it names one.
    pub fn record(&self) -> Option<AnyId> {
        match self {
            Self::Ship(id) => Some(id.into()),
            Self::FlightGroup(id) => Some(id.into()),
            Self::Squad(id) => Some(id.into()),
            Self::Unset | Self::AnyPlayer | Self::Number(_) => None,
        }
    }
}

impl Repeat {
    /// The repeat of a mode and its counts, as a trigger's record holds them.
    ///
    /// Modes without a count leave what else the bytes hold to the record's raw bytes.
    pub fn from_mode(mode: u8, left: u8, refill: u8) -> Self {
        match mode {
            0 => Self::Once,
            1 => Self::Always,
            2 => Self::Counted { left, refill },
            mode => Self::Other { mode, left, refill },
        }
    }

    /// The mode, then firings left and their refill.
    pub fn to_mode(self) -> (u8, u8, u8) {
        match self {
            Self::Once => (0, 0, 0),
            Self::Always => (1, 0, 0),
            Self::Counted { left, refill } => (2, left, refill),
            Self::Other { mode, left, refill } => (mode, left, refill),
        }
    }
}

impl Trigger {
    /// A trigger of nobody that waits for a destruction and does nothing.
    pub fn new(id: TriggerId) -> Self {
        Self {
            id,
            subject: None,
            component: None,
            condition: 1,
            operands: Default::default(),
            repeat: Repeat::Once,
            armed: 1,
            deferred: 0,
            run: Run::Nothing,
            meta: Meta::default(),
        }
    }

    /// The text of its own block, if it has one.
    pub fn body(&self) -> Option<&Body> {
        match &self.run {
            Run::Body(body) => Some(body),
            _ => None,
        }
    }
}

changes! {
    /// A change of one field of a trigger.
    TriggerChange of Trigger in Triggers {
        /// Subject.
        Subject(subject: Option<Subject>),
        /// Component of the subject.
        Component(component: Option<u8>),
        /// Condition.
        Condition(condition: u8),
        /// Operands.
        Operands(operands: [Operand; 5]),
        /// Repeat mode.
        Repeat(repeat: Repeat),
        /// Armed.
        Armed(armed: u8),
        /// Deferred.
        Deferred(deferred: u8),
        /// What it runs.
        Run(run: Run),
    }
}
