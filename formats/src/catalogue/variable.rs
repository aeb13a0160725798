//! The game's variables, which scripts reach by number.

use serde::Deserialize;

use super::table;

/// A variable of the game (`assets/tables/game_variables.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Variable {
    /// Its number, the operand of `push_array` and `select_array`.
    pub number: u8,
    /// Its name in the source language, where it has one.
    pub name: Option<String>,
    /// What it means.
    pub meaning: String,
    /// How long it lasts.
    pub scope: VariableScope,
    /// Whether it is set to 0 before every attempt at a mission.
    pub cleared_each_attempt: bool,
    /// What a new campaign sets it to; `None` where it does not touch it.
    pub new_campaign_value: Option<u32>,
}

/// How long a variable's value lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VariableScope {
    /// One attempt at a mission.
    Attempt,
    /// A campaign.
    Campaign,
    /// The game writes it.
    Engine,
    /// No shipped script names it.
    Unused,
}

/// The variables in use, in order of their numbers.
pub fn variables() -> &'static [Variable] {
    #[derive(Default, Deserialize)]
    struct Document {
        variables: Vec<Variable>,
    }
    table!("game_variables.yaml", Document, Variable, |document| {
        document.variables
    })
}

/// The variable with this number.
pub fn variable(number: u8) -> Option<&'static Variable> {
    variables().get(usize::from(number))
}

/// The variable with this name, whatever the case; some rules text says `players` for 15.
pub fn variable_by_name(name: &str) -> Option<&'static Variable> {
    let name = if name.eq_ignore_ascii_case("players") {
        "script_players"
    } else {
        name
    };
    variables().iter().find(|variable| {
        variable
            .name
            .as_ref()
            .is_some_and(|own| own.eq_ignore_ascii_case(name))
    })
}
