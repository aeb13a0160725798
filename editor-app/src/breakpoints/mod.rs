//! The author's breakpoints: where a run is to stop, in the words of the mission.
//!
//! They are no part of the mission: they live beside it, in the user's data, and follow its edits.

mod follow;
mod lines;
mod resolve;

use std::sync::Arc;

use model::{AnyId, Mission};
use runtime::debug::HitCount;
use serde::{Deserialize, Serialize};

pub(crate) use lines::followed;
pub use lines::line_start;
pub use resolve::{Resolved, Running, filled};

/// What a run stops at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum On {
    /// Before a line of a text.
    Line {
        /// The routine or the trigger.
        owner: AnyId,
        /// Bytes of its text before the line.
        at: usize,
    },
    /// As a trigger fires.
    Trigger {
        /// The trigger.
        trigger: AnyId,
    },
    /// Before a command.
    Command {
        /// Its number in the catalogue.
        command: u8,
    },
    /// Before an event is raised.
    Event {
        /// The condition's number in the catalogue.
        condition: u8,
        /// The record that it is raised on; any without one.
        object: Option<AnyId>,
    },
    /// After a global was written.
    Global {
        /// The global.
        global: AnyId,
    },
    /// After a game variable was written.
    Variable {
        /// Its number.
        variable: u8,
    },
}

impl On {
    /// The record that it is about, to be followed through a rename.
    fn record_mut(&mut self) -> Option<&mut AnyId> {
        match self {
            Self::Line { owner: record, .. }
            | Self::Trigger { trigger: record }
            | Self::Global { global: record }
            | Self::Event {
                object: Some(record),
                ..
            } => Some(record),
            Self::Event { object: None, .. } | Self::Command { .. } | Self::Variable { .. } => None,
        }
    }

    /// The text or the trigger in whose scope its expressions are.
    fn scope(&self) -> Option<&AnyId> {
        match self {
            Self::Line { owner: record, .. } | Self::Trigger { trigger: record } => Some(record),
            _ => None,
        }
    }

    /// The record that it is about.
    pub fn record(&self) -> Option<&AnyId> {
        match self {
            Self::Line { owner: record, .. }
            | Self::Trigger { trigger: record }
            | Self::Global { global: record }
            | Self::Event {
                object: Some(record),
                ..
            } => Some(record),
            _ => None,
        }
    }
}

/// A breakpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// Its number, which no other has.
    pub id: u32,
    /// Where.
    pub on: On,
    /// Whether it is in force.
    pub enabled: bool,
    /// An expression of the script language that must not be 0 there; empty for none.
    pub condition: String,
    /// Which of its hits count.
    pub hits: HitCount,
    /// A message to note in place of a stop, with expressions in braces; `None` to stop.
    pub log: Option<String>,
}

impl Breakpoint {
    /// Whether it has nothing that would be lost with it: it stops at every hit.
    pub fn is_plain(&self) -> bool {
        self.condition.trim().is_empty() && self.hits == HitCount::Any && self.log.is_none()
    }
}

/// Something to be done with the breakpoints.
#[derive(Debug, Clone, PartialEq)]
pub enum BreakpointAction {
    /// Sets one on a line, or takes it away.
    ToggleLine {
        /// The routine or the trigger.
        owner: AnyId,
        /// A place of its text.
        at: usize,
    },
    /// Sets one, unless there is one already.
    Add(On),
    /// Takes one away.
    Remove(u32),
    /// Takes all away.
    RemoveAll,
    /// Puts one in the place of that with its number.
    Change(Breakpoint),
    /// Switches all on or off.
    EnableAll(bool),
    /// Whether a thread that fails stops the run.
    Faults(bool),
}

/// The breakpoints of a mission.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    /// Whether a thread that fails stops the run.
    pass_faults: bool,
    /// The mission whose texts the places are in.
    #[serde(skip)]
    seen: Option<Arc<Mission>>,
    /// The last number that was given, which no other gets: a run knows what it counted by it.
    #[serde(skip)]
    last: u32,
    /// Goes up with each change.
    #[serde(skip)]
    revision: u64,
}

impl Breakpoints {
    /// All of them, in the order in which they were set.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.list.iter()
    }

    /// Whether there is nothing to be kept of them.
    pub(crate) fn says_nothing(&self) -> bool {
        self.list.is_empty() && !self.pass_faults
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether a thread that fails stops the run.
    pub fn stops_at_faults(&self) -> bool {
        !self.pass_faults
    }

    /// A number that goes up with each change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The one on a line of a text, by where the line starts.
    pub fn on_line(&self, owner: &AnyId, start: usize) -> Option<&Breakpoint> {
        self.list
            .iter()
            .find(|it| matches!(&it.on, On::Line { owner: of, at } if of == owner && *at == start))
    }

    /// What a click in the margin beside a line does, by where the line starts. One with a condition,
    /// a note or a count of hits is switched off and on: a click must not throw away what was typed.
    pub fn clicked(&self, owner: AnyId, start: usize) -> BreakpointAction {
        match self.on_line(&owner, start) {
            Some(there) if !there.is_plain() => BreakpointAction::Change(Breakpoint {
                enabled: !there.enabled,
                ..there.clone()
            }),
            _ => BreakpointAction::ToggleLine { owner, at: start },
        }
    }

    /// The one on something other than a line.
    pub fn on(&self, on: &On) -> Option<&Breakpoint> {
        self.list.iter().find(|it| it.on == *on)
    }

    /// Does something with them, and gives those of which a run is to forget what it counted: they
    /// are gone, or wait for something else now.
    pub fn act(&mut self, action: BreakpointAction, mission: &Mission) -> Vec<u32> {
        let before = self.list.clone();
        self.do_it(action, mission);
        let same = |old: &Breakpoint, new: &Breakpoint| {
            old.id == new.id
                && old.on == new.on
                && old.condition == new.condition
                && old.log == new.log
        };
        let other = |old: &&Breakpoint| !self.list.iter().any(|new| same(old, new));
        before.iter().filter(other).map(|it| it.id).collect()
    }

    fn do_it(&mut self, action: BreakpointAction, mission: &Mission) {
        self.revision += 1;
        match action {
            BreakpointAction::ToggleLine { owner, at } => {
                let text = mission.body(&owner).map(|it| it.text.as_str());
                let at = line_start(text.unwrap_or_default(), at);
                match self.on_line(&owner, at).map(|it| it.id) {
                    Some(id) => self.remove(id),
                    None => self.add(On::Line { owner, at }),
                }
            }
            BreakpointAction::Add(on) => {
                if self.on(&on).is_none() {
                    self.add(on);
                }
            }
            BreakpointAction::Remove(id) => self.remove(id),
            BreakpointAction::RemoveAll => {
                let ids: Vec<u32> = self.list.iter().map(|it| it.id).collect();
                ids.into_iter().for_each(|id| self.remove(id));
            }
            BreakpointAction::Change(changed) => {
                if let Some(place) = self.list.iter_mut().find(|it| it.id == changed.id) {
                    *place = changed;
                }
            }
            BreakpointAction::EnableAll(enabled) => {
                for breakpoint in &mut self.list {
                    breakpoint.enabled = enabled;
                }
            }
            BreakpointAction::Faults(stop) => self.pass_faults = !stop,
        }
    }

    fn add(&mut self, on: On) {
        let known = self.list.iter().map(|it| it.id).max().unwrap_or(0);
        self.last = self.last.max(known).saturating_add(1);
        self.list.push(Breakpoint {
            id: self.last,
            on,
            enabled: true,
            condition: String::new(),
            hits: HitCount::Any,
            log: None,
        });
    }

    fn remove(&mut self, id: u32) {
        // One that was kept from another time may bear the greatest number.
        self.last = self.last.max(id);
        self.list.retain(|it| it.id != id);
    }
}

impl PartialEq for Breakpoints {
    /// Whether they are the same, wherever their mission is.
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list && self.pass_faults == other.pass_faults
    }
}
