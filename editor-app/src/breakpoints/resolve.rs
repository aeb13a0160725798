//! Breakpoints as the places of an image that runs.

use std::collections::BTreeMap;

use model::compile::SourceMap;
use model::routine::{Scope, compile_expression};
use model::{AnyId, Collection, Mission, ObjectIds};
use runtime::debug::{At, Breakpoint as Stop, Condition, Stops};

use crate::preview::Names;

use super::lines::followed;
use super::{Breakpoint, Breakpoints, On};

/// The mission that runs, and what its numbers mean.
#[derive(Clone, Copy)]
pub struct Running<'a> {
    /// The mission, with the ids that its records have in the open one.
    pub mission: &'a Mission,
    /// Where its instructions came from.
    pub source_map: &'a SourceMap,
    /// Its records by their numbers.
    pub names: &'a Names,
}

/// Breakpoints as a run takes them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resolved {
    /// Where it stops.
    pub stops: Stops,
    /// What keeps a breakpoint from being one, by its number.
    pub problems: BTreeMap<u32, String>,
    /// Where a line's breakpoint really stands, by its number: the bytes of the statement.
    pub statements: BTreeMap<u32, std::ops::Range<usize>>,
}

impl Breakpoints {
    /// The breakpoints as places of the image that runs. The texts that they are in may have been
    /// edited since it was compiled.
    pub fn resolve(&self, open: &Mission, running: Running<'_>) -> Resolved {
        let mut resolved = Resolved::default();
        resolved.stops.faults = self.stops_at_faults();
        let objects = ObjectIds::new(running.mission);
        for breakpoint in self.iter().filter(|it| it.enabled) {
            let text = breakpoint.on.record().and_then(|it| open.body(it));
            let text = text.map(|it| it.text.as_str());
            match stop_of(breakpoint, text, running, &objects, &mut resolved) {
                Ok(stop) => resolved.stops.breakpoints.push(stop),
                Err(problem) => {
                    resolved.problems.insert(breakpoint.id, problem);
                }
            }
        }
        resolved
    }
}

fn stop_of(
    breakpoint: &Breakpoint,
    open: Option<&str>,
    running: Running<'_>,
    objects: &ObjectIds,
    resolved: &mut Resolved,
) -> Result<Stop, String> {
    let gone = |record: &AnyId| format!("{record} is not in the mission that runs");
    let names = running.names;
    let (at, owner) = match &breakpoint.on {
        On::Line { owner, at } => {
            let body = running.mission.body(owner).ok_or_else(|| gone(owner))?;
            let here = match open {
                Some(open) if open != body.text => followed(open, &body.text, *at),
                _ => *at,
            };
            let statement = running.source_map.statement_from(owner, here);
            let statement = statement.ok_or("no statement follows this line")?;
            resolved
                .statements
                .insert(breakpoint.id, statement.span.clone());
            let script = u32::try_from(statement.bytes.start).map_err(|it| it.to_string())?;
            (At::Statement { script }, Some(owner.clone()))
        }
        On::Trigger { trigger } => {
            let number = names.trigger_number(trigger);
            let at = number.map(|trigger| At::Trigger { trigger });
            (at.ok_or_else(|| gone(trigger))?, Some(trigger.clone()))
        }
        On::Command { command } => (At::Command { command: *command }, None),
        On::Event { condition, object } => {
            let object = object
                .as_ref()
                .map(|record| object_of(record, running, objects).ok_or_else(|| gone(record)))
                .transpose()?;
            let condition = Some(*condition);
            (At::Event { condition, object }, None)
        }
        On::Global { global } => {
            let number = names.global_number(global);
            let at = number.map(|global| At::Global { global });
            (at.ok_or_else(|| gone(global))?, None)
        }
        On::Variable { variable } => (
            At::Variable {
                variable: *variable,
            },
            None,
        ),
    };
    let scope = Scope {
        mission: running.mission,
        owner,
        object_ids: objects,
    };
    let mut stop = Stop::new(breakpoint.id, at);
    stop.hits = breakpoint.hits;
    if !breakpoint.condition.trim().is_empty() {
        stop.condition = Some(compiled(&breakpoint.condition, &scope)?);
    }
    if let Some(message) = &breakpoint.log {
        let expressions = expressions(message);
        let values: Result<_, _> = expressions.map(|it| compiled(it, &scope)).collect();
        stop.log = Some(values?);
    }
    Ok(stop)
}

/// What an expression compiles to, or what is wrong with it.
pub(crate) fn compiled(text: &str, scope: &Scope<'_>) -> Result<Condition, String> {
    compile_expression(text, scope)
        .map(Condition::new)
        .map_err(|errors| {
            let first = errors.into_iter().next();
            first.map_or_else(String::new, |it| it.message)
        })
}

fn object_of(record: &AnyId, running: Running<'_>, objects: &ObjectIds) -> Option<u16> {
    let mission = running.mission;
    let (ids, place) = match record.collection {
        Collection::Ships => (&objects.ships, mission.ships.position(&record.id)),
        Collection::FlightGroups => (
            &objects.flight_groups,
            mission.flight_groups.position(&record.id),
        ),
        Collection::Squads => (&objects.squads, mission.squads.position(&record.id)),
        _ => return None,
    };
    ids.get(place?).copied()
}

/// The expressions in braces of a message.
pub(crate) fn expressions(message: &str) -> impl Iterator<Item = &str> {
    message
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}').map(|(inside, _)| inside))
}

/// A message with values in the place of its expressions.
pub fn filled(message: &str, values: impl IntoIterator<Item = String>) -> String {
    let mut values = values.into_iter();
    replaced(message, |_| values.next().unwrap_or_default())
}

/// A message with other expressions in the place of its own.
pub(super) fn with_expressions(message: &str, with: impl Fn(&str) -> String) -> String {
    replaced(message, |expression| format!("{{{}}}", with(expression)))
}

fn replaced(message: &str, mut with: impl FnMut(&str) -> String) -> String {
    let mut pieces = message.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once('}') {
            Some((expression, rest)) => {
                text += &with(expression);
                text += rest;
            }
            None => {
                text.push('{');
                text += piece;
            }
        }
    }
    text
}
