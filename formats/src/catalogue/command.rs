//! The Executor's commands, which opcode `command` calls by number.

use serde::Deserialize;

use super::{Kinds, table};

/// A command (`assets/tables/commands.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Command {
    /// Its number, the operand of opcode `command`.
    pub index: u8,
    /// The developers' name, which the source language uses.
    pub name: String,
    /// Its parameters, in the order in which they are pushed.
    pub params: Vec<Param>,
    /// Whether its first argument may be a ship, a flight group or a squad, walked ship by ship.
    pub per_ship: bool,
    /// The developers' description.
    pub description: String,
    /// Its word in section 24 of the template missions.
    pub template_flags_word: u16,
    /// What the game does that the description does not say.
    #[serde(default)]
    pub note: Option<String>,
}

/// A parameter of a command.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Param {
    /// The developers' label.
    pub label: String,
    /// What it takes.
    #[serde(rename = "mask")]
    pub kinds: Kinds,
    /// The descriptor's further dword, of which only a pattern is known.
    pub extra: u32,
}

/// The list that a parameter of kind constant names a value of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamedValues {
    /// Orders, which the developers call AI modes.
    AiModes,
    /// Environment effects.
    Effects,
    /// Numbers of display texts.
    Texts,
    /// Pilots and faces.
    Pilots,
    /// Head movements of a speaking face.
    HeadMovements,
}

impl Param {
    /// Whether its number stands for true or false, by the developers' label.
    pub fn is_boolean(&self) -> bool {
        let label = self.label.to_ascii_lowercase();
        self.kinds == Kinds::NUMBER && (label.contains("true") || label.contains("(t/f)"))
    }

    /// Whether it may be given `null`: the pattern of the descriptor's dword, or the label's word.
    pub fn takes_null(&self) -> bool {
        self.extra & 0x0100_0000 != 0 || self.label.contains("NULL")
    }

    /// The list that it names a value of, if it takes a named value.
    pub fn named_values(&self) -> Option<NamedValues> {
        if !self.kinds.contains(Kinds::CONSTANT) {
            return None;
        }
        match self.extra & 0xFF {
            0 => Some(NamedValues::AiModes),
            1 => Some(NamedValues::Effects),
            2 => Some(NamedValues::Texts),
            3 => Some(NamedValues::Pilots),
            4 => Some(NamedValues::HeadMovements),
            _ => None,
        }
    }
}

impl Command {
    /// Its name and parameters as a signature: `Wait(Number of Seconds to wait)`.
    pub fn signature(&self) -> String {
        let labels: Vec<_> = self
            .params
            .iter()
            .map(|param| param.label.as_str())
            .collect();
        format!("{}({})", self.name, labels.join(", "))
    }
}

/// Every command, in order of its number.
pub fn commands() -> &'static [Command] {
    #[derive(Default, Deserialize)]
    struct Document {
        commands: Vec<Command>,
    }
    table!("commands.yaml", Document, Command, |document| document
        .commands)
}

/// The command with this number.
pub fn command(index: u8) -> Option<&'static Command> {
    commands().get(usize::from(index))
}

/// The command with this name, whatever the case.
pub fn command_by_name(name: &str) -> Option<&'static Command> {
    commands()
        .iter()
        .find(|command| command.name.eq_ignore_ascii_case(name))
}
