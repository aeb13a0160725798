//! The conditions that triggers wait for.

use serde::Deserialize;

use super::{Kinds, is_identifier, table};

/// A trigger condition (`assets/tables/conditions.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Condition {
    /// Its number, as triggers hold it.
    pub index: u8,
    /// The engine's own string.
    pub name: String,
    /// The name that the developers' scripts give it, where they have one.
    pub tt_name: Option<String>,
    /// The name that OpenReliant gives it.
    pub enum_name: String,
    /// Kinds of object that may have such a trigger.
    pub subjects: Vec<Subject>,
    /// What its event carries, in order.
    pub values: Vec<EventValue>,
    /// Slot of the record that an object keeps of its last such event.
    pub keeps_last_event: Option<u8>,
    /// How it is asked whether a group's event goes ahead.
    pub group_handlers: GroupHandlers,
    /// Whether only the engine uses it.
    pub internal: bool,
    /// What the game does that the table's columns do not say.
    #[serde(default)]
    pub note: Option<String>,
}

/// A kind of object that a trigger may belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A ship, a nav point, a marker.
    Ship,
    /// A flight group.
    FlightGroup,
    /// A squad.
    Squad,
}

/// How an event on a member comes to its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupHandlers {
    /// As it is.
    None,
    /// With the members' mean damage.
    ShotAt,
    /// Only once all members are destroyed.
    Destroyed,
    /// As it is; the game never asks.
    Cloak,
}

/// A value of an event, and what a trigger's operand is compared with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct EventValue {
    /// The developers' label.
    pub label: String,
    /// What it is.
    #[serde(rename = "mask")]
    pub kinds: Kinds,
    /// Whether an operand is compared with it at all.
    pub checked: bool,
}

impl EventValue {
    /// Its label as a name in the source language: spaces become underscores.
    pub fn symbol(&self) -> String {
        self.label.replace(' ', "_")
    }
}

impl Condition {
    /// Its name in the source: the engine's string where that is a name, else OpenReliant's in camel
    /// case.
    pub fn symbol(&self) -> String {
        if is_identifier(&self.name) {
            return self.name.clone();
        }
        let mut symbol = String::new();
        for word in self.enum_name.split('_') {
            let mut letters = word.chars();
            symbol.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            symbol.extend(letters);
        }
        symbol
    }

    /// The value with this label, as an index; spaces and underscores are alike, and so is case.
    pub fn value_by_label(&self, label: &str) -> Option<usize> {
        let wanted = label.replace(' ', "_");
        self.values
            .iter()
            .position(|value| value.symbol().eq_ignore_ascii_case(&wanted))
    }

    /// Whether objects of this kind may have such a trigger.
    pub fn allows(&self, subject: Subject) -> bool {
        self.subjects.contains(&subject)
    }
}

/// Every condition, in order of its number; the last two are the engine's own.
pub fn conditions() -> &'static [Condition] {
    #[derive(Default, Deserialize)]
    struct Document {
        conditions: Vec<Condition>,
    }
    table!("conditions.yaml", Document, Condition, |document| document
        .conditions)
}

/// The condition with this number.
pub fn condition(index: u8) -> Option<&'static Condition> {
    conditions().get(usize::from(index))
}

/// The condition with this name in any of its spellings, whatever the case.
pub fn condition_by_name(name: &str) -> Option<&'static Condition> {
    conditions().iter().find(|condition| {
        condition.name.eq_ignore_ascii_case(name)
            || condition.enum_name.eq_ignore_ascii_case(name)
            || condition
                .tt_name
                .as_ref()
                .is_some_and(|tt| tt.eq_ignore_ascii_case(name))
            || condition.symbol().eq_ignore_ascii_case(name)
    })
}
