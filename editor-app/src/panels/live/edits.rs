//! What becomes of the document's edits: those that wait, those that the game cannot be sent, and
//! those that count later.

use eframe::egui::Ui;
use egui_phosphor::regular as icons;
use runtime::link::edits::{Later, Reason};

use crate::action::{Action, Command};
use crate::live_link::{LinkAction, Refusal, reason_text, restarted_text};
use crate::theme;
use crate::view_context::ViewContext;

use super::facts::restart;
use super::parts::{Choice, explained, fact, line, unplayable};

/// Changes that are told one by one.
const TOLD: usize = 5;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let own = context.link.plays_document();
    let edited = own && context.link.differs().is_some();
    if context.link.takes_no_edits() {
        if context.link.live_edits() || edited {
            fact(ui, "Edits", |ui| none_taken(ui, context));
        }
    } else if !context.link.refused().is_empty() {
        fact(ui, "Edits", |ui| refused(ui, context));
    } else if context.link.live_edits() && context.link.shows() && !own {
        fact(ui, "Edits", |ui| {
            line(ui, |ui| {
                ui.label("None goes to a game that plays another build than the document's.");
            });
        });
    } else if context.link.live_edits() && unplayable(context).is_some() {
        fact(ui, "Edits", |ui| {
            warning(
                ui,
                "The mission has errors, so that no edit goes to the game until they are mended; see \
                 Problems.",
            );
        });
    } else if edited && !context.link.live_edits() {
        fact(ui, "Edits", |ui| unsent(ui, context));
    }
    later(ui, context);
}

fn warning(ui: &mut Ui, text: &str) {
    let palette = theme::palette(ui);
    line(ui, |ui| {
        ui.colored_label(palette.warning, icons::WARNING);
        ui.label(text);
    });
}

fn none_taken(ui: &mut Ui, context: &mut ViewContext<'_>) {
    warning(
        ui,
        "This game does not take live edits; it plays on what it started with.",
    );
    if context.link.can_restart() {
        restart(ui, context);
    }
}

/// Edits that wait, since live edits are off.
fn unsent(ui: &mut Ui, context: &mut ViewContext<'_>) {
    line(ui, |ui| {
        ui.label("The game plays the document before your last edits.");
    });
    Choice {
        name: "Send Them",
        does: "changes the game, this once; with Live edits on, each edit goes as you make it",
        unless: unplayable(context),
        action: LinkAction::SendDocument,
    }
    .ui(ui, context);
}

/// Edits that the game cannot be sent.
fn refused(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let refusal = context.link.refusal();
    let edit = refusal.and_then(|it| it.edit.as_deref());
    let text = match edit {
        Some(edit) => format!("\u{201c}{edit}\u{201d} cannot go to a mission that plays:"),
        None => "The last edits cannot go to a mission that plays:".to_owned(),
    };
    warning(ui, &text);
    let mission = context.mission();
    let reasons = context.link.refused().iter();
    let reasons = reasons.map(|it| format!("•  {}", reason_text(it, mission)));
    told(ui, &reasons.collect::<Vec<_>>());
    let steps = refusal.and_then(|it| steps_back(context, it));
    let what = match (edit, steps) {
        (None, _) => "the document is as it was before them".to_owned(),
        (Some(_), None | Some(1)) => "that edit is undone".to_owned(),
        (Some(_), Some(steps)) => {
            format!("that edit is undone, which is {steps} steps back in History")
        }
    };
    let anew = match context.link.can_restart() {
        true => "it is restarted",
        false => "its mission starts anew",
    };
    line(ui, |ui| {
        ui.label(format!(
            "Nothing but where its ships are put goes to the game until {anew}, or until {what}."
        ));
    });
    let passes = |reason: &Reason| matches!(reason, Reason::Thread { .. });
    if context.link.refused().iter().all(passes) {
        Choice {
            name: "Try Again",
            does: "sends the edits once the thread has gone on",
            unless: unplayable(context),
            action: LinkAction::SendDocument,
        }
        .ui(ui, context);
    }
    if context.link.can_restart() {
        restart(ui, context);
    }
    match (edit.and(steps), refusal) {
        (Some(1), _) => {
            let does = "changes the document: the edit is taken back";
            if explained(ui, does, |ui| ui.button("Undo It")) {
                context.command(Command::Undo);
            }
        }
        // Only the last step can be undone by itself.
        (Some(steps), Some(refusal)) => {
            let does = format!(
                "changes the document: {steps} steps are taken back, that edit and what was done since; \
                 Redo brings them again"
            );
            let name = format!("Undo {steps} Steps");
            if explained(ui, &does, |ui| ui.button(name)) {
                context.act(Action::GoToStep(refusal.depth.saturating_sub(1)));
            }
        }
        _ => {}
    }
}

/// How many steps lead back to before an edit that was refused, while the history has it.
fn steps_back(context: &ViewContext<'_>, refusal: &Refusal) -> Option<usize> {
    let history = context.document.history();
    let entries = history.entries();
    let step = entries
        .iter()
        .find(|it| it.at == refusal.depth && it.done)?;
    let same = refusal.edit.as_deref() == Some(step.label.as_str());
    let since = history.depth().checked_sub(refusal.depth)?;
    same.then_some(since.saturating_add(1))
}

/// What does not count at once.
fn later(ui: &mut Ui, context: &ViewContext<'_>) {
    let texts: Vec<String> = context
        .link
        .later()
        .iter()
        .filter_map(|it| later_text(context, it))
        .collect();
    if texts.is_empty() {
        return;
    }
    fact(ui, "Counts later", |ui| told(ui, &texts));
}

/// The first of many texts, a line each, with the rest on hover.
fn told(ui: &mut Ui, texts: &[String]) {
    for text in texts.iter().take(TOLD) {
        line(ui, |ui| {
            ui.label(text);
        });
    }
    let rest = texts.get(TOLD..).unwrap_or_default();
    if !rest.is_empty() {
        ui.weak(format!("and {} more", rest.len()))
            .on_hover_text(rest.join("\n"));
    }
}

fn later_text(context: &ViewContext<'_>, later: &Later) -> Option<String> {
    let Later::Passed { thread, at } = *later else {
        return restarted_text(later, context.mission());
    };
    // It is told while the thread stands there.
    let snapshot = context.preview.snapshot()?;
    let mut threads = snapshot.threads.iter();
    threads.find(|it| it.slot == thread && it.script == at)?;
    let place = context.preview.line_of(at);
    let place = place.map_or_else(String::new, |line| format!(", at {line},"));
    Some(format!(
        "Thread {thread}{place} has passed what changed in its routine, and goes on with what it has. \
         The new lines count once the routine is run anew."
    ))
}
