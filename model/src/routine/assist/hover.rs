//! What a word means, in words.

use std::ops::Range;

use formats::catalogue::{
    Kinds, NamedValues, Param, command, command_by_name, condition, kind_title, opcode_info, order,
    pilot, variable,
};
use formats::script::Opcode;

use super::context::Context;
use super::signature::command_doc;
use crate::routine::literal::Number;
use crate::routine::lower::name_uses;
use crate::routine::resolve::{Meaning, NameUse};
use crate::routine::scope::Scope;
use crate::routine::token::{TokenKind, tokens};
use crate::{AnyId, Collection};

/// What a word means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Range<usize>,
    /// What it means, in a few lines.
    pub text: String,
}

/// Words of the language, and what they do.
const WORDS: [(&str, &str); 24] = [
    (
        "and",
        "1 if both sides are true, else 0. Both sides are always worked out.",
    ),
    (
        "arg",
        "An argument of this routine: `arg.name`, or `arg[0]` for the first.",
    ),
    ("asm", "Instructions as they are, a line each."),
    (
        "below",
        "An arm of a random choice: it wins if the roll, 0 to 99, is below this.",
    ),
    ("call", "Runs a routine, and goes on when it is done."),
    ("either", "One of several blocks, with even odds."),
    ("else", "What runs if nothing before it did."),
    (
        "event",
        "A value of the event that runs this, by its label.",
    ),
    (
        "flag",
        "One of the game's own variables, by name or number.",
    ),
    ("if", "Runs a block if a condition is true, that is, not 0."),
    ("in", "Whether a ship is in a flight group or a squad."),
    (
        "last",
        "A value that an object keeps of the last time it was shot at or destroyed.",
    ),
    (
        "local",
        "A value of the event that runs this, by its place.",
    ),
    ("null", "No record."),
    (
        "or",
        "1 if either side is true, else 0; or the next block of an `either`.",
    ),
    ("pass", "Does nothing."),
    ("percent", "So many hundredths of a value."),
    ("random", "One of several blocks, by a roll from 0 to 99."),
    (
        "result",
        "What the last command gave, or the last routine called returned.",
    ),
    (
        "return",
        "Leaves the routine; what it gives becomes the caller's `result`.",
    ),
    ("spawn", "Runs a routine beside this one."),
    ("true", "The number 1."),
    ("false", "The number 0."),
    (
        "yield",
        "Waits until the trigger that runs this fires again.",
    ),
];

/// What the word at a place means, where it means something.
pub fn hover(text: &str, offset: usize, scope: &Scope<'_>) -> Option<Hover> {
    if let Some(name) = use_at(text, offset, scope) {
        let said = of_meaning(&name.meaning, scope)?;
        return Some(Hover {
            span: name.whole,
            text: said,
        });
    }
    let token = tokens(text)
        .into_iter()
        .find(|token| token.span.start <= offset && offset <= token.span.end)?;
    let word = text.get(token.span.clone())?;
    let said = match token.kind {
        TokenKind::Name => match WORDS.iter().find(|(known, _)| *known == word) {
            Some((_, meaning)) => (*meaning).to_owned(),
            // A line that cannot be read yet still says what its command does.
            None => of_meaning(&Meaning::Command(command_by_name(word)?.index), scope)?,
        },
        TokenKind::Number => {
            let value = Number::parse(word, false).ok()?.value;
            format!("{value} = 0x{value:X}")
        }
        _ => return None,
    };
    Some(Hover {
        span: token.span,
        text: said,
    })
}

/// The record that the word at a place means.
pub fn definition(text: &str, offset: usize, scope: &Scope<'_>) -> Option<AnyId> {
    match use_at(text, offset, scope)?.meaning {
        Meaning::Record(id) => Some(id),
        _ => None,
    }
}

fn use_at(text: &str, offset: usize, scope: &Scope<'_>) -> Option<NameUse> {
    if Context::new(text, offset).in_comment {
        return None;
    }
    name_uses(text, scope)
        .into_iter()
        .find(|name| name.whole.start <= offset && offset <= name.whole.end)
}

fn of_meaning(meaning: &Meaning, scope: &Scope<'_>) -> Option<String> {
    Some(match meaning {
        Meaning::Record(id) => record(id, scope),
        Meaning::Symbol(param, value) => symbol(*param, *value),
        Meaning::Command(index) => {
            let command = command(*index)?;
            format!("{}\n{}", command.signature(), command_doc(command))
        }
        Meaning::Variable(number) => {
            let variable = variable(*number)?;
            let name = variable.name.as_deref().unwrap_or("without a name");
            format!(
                "variable {number} of the game, {name}\n{}",
                variable.meaning
            )
        }
        Meaning::EventValue(index, None) => {
            let condition = condition(*index)?;
            let labels: Vec<_> = condition.values.iter().map(|it| it.symbol()).collect();
            let values = match labels.as_slice() {
                [] => "no values".to_owned(),
                labels => format!("values {}", labels.join(", ")),
            };
            format!("condition {index}, {}: {values}", condition.symbol())
        }
        Meaning::EventValue(index, Some(place)) => {
            let condition = condition(*index)?;
            let value = condition.values.get(usize::from(*place))?;
            format!(
                "value {place} of {}: \"{}\", a {}",
                condition.symbol(),
                value.label,
                value.kinds
            )
        }
        Meaning::Argument(index) => {
            let name = scope.arguments().get(usize::from(*index))?;
            format!("argument {index} of this routine, {name}")
        }
        Meaning::Instruction(opcode) => instruction(*opcode)?,
        Meaning::Label => "a place in these instructions that branches lead to".to_owned(),
    })
}

fn instruction(opcode: Opcode) -> Option<String> {
    let info = opcode_info(opcode)?;
    Some(format!(
        "{}, opcode 0x{:02X}\n{}",
        opcode.name(),
        opcode.byte(),
        info.effect
    ))
}

fn symbol(param: Option<&'static Param>, value: u32) -> String {
    let of_list = param.and_then(|param| {
        if param.kinds.contains(Kinds::CONDITION) {
            let condition = condition(u8::try_from(value).ok()?)?;
            return Some(format!("condition {value}, \"{}\"", condition.name));
        }
        match param.named_values()? {
            NamedValues::AiModes => {
                let order = order(u16::try_from(value).ok()?)?;
                Some(format!("order {value}, {}\n{}", order.title(), order.gist))
            }
            NamedValues::Pilots => {
                let pilot = pilot(u8::try_from(value).ok()?)?;
                Some(format!("pilot {value}, {}", pilot.title()))
            }
            _ => None,
        }
    });
    of_list.unwrap_or_else(|| format!("the number {value}"))
}

/// A record with what distinguishes it.
fn record(id: &AnyId, scope: &Scope<'_>) -> String {
    let mission = scope.mission;
    let text = &*id.id;
    let mut said = id.to_string();
    if let Some(name) = mission.display_name(id).filter(|name| *name != text) {
        said = format!("{said}, {name:?}");
    }
    let detail = match id.collection {
        Collection::Ships => mission.ships.get(text).map(|ship| {
            let group = ship
                .flight_group
                .as_ref()
                .map(|group| format!(", of {group}"));
            format!("{}{}", kind_title(ship.kind), group.unwrap_or_default())
        }),
        Collection::FlightGroups => mission.flight_groups.get(text).map(|group| {
            let ships: Vec<_> = mission
                .ships_of(&group.id)
                .map(|it| it.id.as_str())
                .collect();
            match ships.as_slice() {
                [] => "no ships".to_owned(),
                ships => ships.join(", "),
            }
        }),
        Collection::Squads => mission
            .squads
            .get(text)
            .map(|squad| match squad.members.len() {
                1 => "1 member".to_owned(),
                count => format!("{count} members"),
            }),
        Collection::Globals => mission
            .globals
            .get(text)
            .map(|global| format!("starts at {}", global.value)),
        Collection::Curves => mission.curves.get(text).map(|curve| {
            let end = |ship: &Option<crate::ShipId>| {
                ship.as_ref()
                    .map_or("nowhere".to_owned(), ToString::to_string)
            };
            format!("from {} to {}", end(&curve.start), end(&curve.end))
        }),
        Collection::Routines => {
            mission
                .routines
                .get(text)
                .map(|routine| match routine.arguments.as_slice() {
                    [] => "takes no arguments".to_owned(),
                    names => format!("takes {}", names.join(", ")),
                })
        }
        Collection::Formations | Collection::Triggers => None,
    };
    match detail {
        Some(detail) => format!("{said}\n{detail}"),
        None => said,
    }
}
