//! What a call takes, while its arguments are typed.

use std::ops::Range;

use formats::catalogue::{Command, command_by_name};

use super::context::Context;
use crate::routine::scope::Scope;

/// What a call takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureHelp {
    /// The call as a whole: `Wait(Number of Seconds to wait)`.
    pub label: String,
    /// Where each parameter stands in the label, in bytes.
    pub params: Vec<Range<usize>>,
    /// The parameter that the place is at; past the last, where there are too many arguments.
    pub active: usize,
    /// What it does.
    pub doc: String,
}

/// What the language itself has brackets for: name, parameters, meaning.
const OWN: [(&str, &[&str], &str); 3] = [
    (
        "percent",
        &["value", "hundredths"],
        "So many hundredths of a value, from 0 to 255 of them.",
    ),
    (
        "last",
        &["condition.value", "ship, flight group or squad"],
        "A value that an object keeps of the last time it was shot at or destroyed.",
    ),
    (
        "component",
        &["number"],
        "A component of a ship, counted as its model lists them.",
    ),
];

/// The call whose brackets a place is in, if it is one that says what it takes.
///
/// A routine of the mission says the names of its arguments.
pub fn signature_at(text: &str, offset: usize, scope: &Scope<'_>) -> Option<SignatureHelp> {
    let context = Context::new(text, offset);
    if context.in_comment {
        return None;
    }
    let open = context.open_call()?;
    let callee = *open.callee.last()?;
    if let Some((name, params, doc)) = OWN.iter().find(|(name, ..)| *name == callee) {
        return Some(help(
            name,
            params.iter().copied(),
            open.commas,
            (*doc).to_owned(),
        ));
    }
    if let [verb @ ("call" | "spawn"), routine] = open.callee.as_slice() {
        let routine = scope.mission.routines.get(routine.trim_matches('"'))?;
        let doc = match *verb {
            "call" => "Runs the routine, and goes on when it is done.",
            _ => "Starts the routine beside this one, and goes on at once.",
        };
        let names = routine.arguments.iter().map(String::as_str);
        return Some(help(
            routine.id.as_str(),
            names,
            open.commas,
            doc.to_owned(),
        ));
    }
    let command = command_by_name(callee)?;
    let labels = command.params.iter().map(|param| param.label.as_str());
    Some(help(
        &command.name,
        labels,
        open.commas,
        command_doc(command),
    ))
}

fn help<'a>(
    name: &str,
    labels: impl Iterator<Item = &'a str>,
    active: usize,
    doc: String,
) -> SignatureHelp {
    let mut label = format!("{name}(");
    let mut params = Vec::new();
    for (at, text) in labels.enumerate() {
        if at > 0 {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(text);
        params.push(start..label.len());
    }
    label.push(')');
    SignatureHelp {
        label,
        params,
        active,
        doc,
    }
}

/// What a command does, in the developers' words and ours.
pub(super) fn command_doc(command: &Command) -> String {
    match &command.note {
        Some(note) => format!("{}\n{note}", command.description),
        None => command.description.clone(),
    }
}
