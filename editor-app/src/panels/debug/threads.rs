//! The threads of the moment: what started each, where it stands, what it waits for.

use eframe::egui::{ScrollArea, Ui};

use crate::preview::stand::Stand;
use crate::preview::values::dword_text;
use crate::view_context::ViewContext;
use crate::words::counted;

use super::rows::{
    cell, copy_button, copy_menu, field, heads, line_link, record_link, row, tabbed, text,
    triangle, unfolded,
};
use super::{NOT_TOLD, Shown};

/// Room for a thread's slot with its triangle, in points.
const SLOT: f32 = 44.0;

/// What the panel remembers: nothing but which rows are unfolded, which the window keeps.
#[derive(Default)]
pub(super) struct Threads;

impl Threads {
    pub(super) fn ui(&self, ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>) {
        let stands = stands(context, shown);
        ui.horizontal(|ui| {
            copy_button(ui, context, "Threads", |_| {
                tabbed(std::iter::once(HEADS.map(str::to_owned)).chain(stands.iter().map(line_of)))
            });
            ui.weak(format!("{} of 31", counted(stands.len(), "thread")))
                .on_hover_text("Threads that are in use, of those that the game has");
        });
        if stands.is_empty() {
            ui.weak("No thread runs at this moment.");
            return;
        }
        let rest = ui.available_width() - SLOT - 30.0;
        let widths = [SLOT, rest * 0.38, rest * 0.27, rest * 0.35];
        let columns: Vec<_> = HEADS.into_iter().zip(widths).collect();
        heads(ui, &columns);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (at, stand) in stands.iter().enumerate() {
                thread(ui, context, shown, stand, widths, at % 2 == 0);
            }
        });
    }
}

const HEADS: [&str; 4] = ["Thread", "Started by", "Stands at", "Waits for"];

fn stands(context: &ViewContext<'_>, shown: &Shown<'_>) -> Vec<Stand> {
    let snapshot = &shown.snapshot;
    let threads = snapshot.threads.iter();
    threads
        .map(|thread| Stand::of(context.preview, shown.names, snapshot, thread))
        .collect()
}

fn line_of(stand: &Stand) -> [String; 4] {
    [
        stand.slot.to_string(),
        stand.origin.1.clone(),
        stand.place(),
        stand.waits.clone(),
    ]
}

fn thread(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    shown: &Shown<'_>,
    stand: &Stand,
    widths: [f32; 4],
    striped: bool,
) {
    let id = ui.id().with(("thread", stand.slot));
    let mut open = false;
    let response = row(ui, ("thread", stand.slot), striped, |ui| {
        let [slot, origin, place, waits] = widths;
        cell(ui, slot, |ui| {
            open = triangle(ui, id, &format!("thread {}", stand.slot));
            ui.label(stand.slot.to_string());
        });
        cell(ui, origin, |ui| {
            // The record is a link, and the rest says how.
            let (record, words) = &stand.origin;
            match record {
                Some(record) => {
                    record_link(ui, context, record);
                    text(
                        ui,
                        words.replacen(&*record.id, "", 1).trim_start_matches(", "),
                    );
                }
                None => {
                    text(ui, words.as_str());
                }
            }
        });
        cell(ui, place, |ui| frame_link(ui, context, stand));
        cell(ui, waits, |ui| text(ui, stand.waits.as_str()));
    });
    copy_menu(&response, context, || line_of(stand).join("\t"));
    if open {
        unfolded(ui, id, |ui| inside(ui, context, shown, stand));
    }
}

fn frame_link(ui: &mut Ui, context: &mut ViewContext<'_>, stand: &Stand) {
    let Some(frame) = stand.calls.first() else {
        return;
    };
    match (&frame.line, &frame.owner) {
        (Some(line), _) => {
            line_link(ui, context, line);
        }
        (None, Some(owner)) => {
            record_link(ui, context, owner);
            ui.weak("at its end");
        }
        (None, None) => {
            text(ui, frame.place());
        }
    }
}

fn inside(ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>, stand: &Stand) {
    let deep = stand.calls.len() > 1;
    for (at, frame) in stand.calls.iter().enumerate() {
        let label = match (at, deep) {
            (0, false) => "Inside",
            (0, true) => "Inside, innermost",
            _ => "called from",
        };
        field(ui, label, |ui| {
            match (&frame.line, &frame.owner) {
                (Some(line), _) => {
                    line_link(ui, context, line);
                }
                (None, Some(owner)) => {
                    record_link(ui, context, owner);
                }
                (None, None) => {
                    ui.label(frame.place());
                }
            }
            if !frame.arguments.is_empty() {
                ui.label(format!("with {}", frame.arguments_text(shown.names)));
            }
        });
    }
    if shown.linked {
        field(ui, "The rest", |ui| {
            ui.weak(NOT_TOLD);
        });
        return;
    }
    let labelled: Vec<_> = stand
        .locals
        .iter()
        .filter_map(|(label, value)| Some(format!("{}: {value}", (*label)?)))
        .collect();
    let left: Vec<_> = stand.locals.iter().map(|it| it.1.as_str()).collect();
    let left = left.join(", ");
    field(ui, "Event", |ui| match labelled.is_empty() {
        true => {
            ui.label("none: no event started it").on_hover_text(format!(
                "Its locals hold what threads before it left: {left}"
            ));
        }
        false => {
            ui.label(labelled.join(", "));
        }
    });
    let operands: Vec<_> = stand
        .operands
        .iter()
        .map(|value| dword_text(*value, shown.names))
        .collect();
    field(ui, "Stack", |ui| {
        ui.label(match operands.is_empty() {
            true => "empty".to_owned(),
            false => format!(
                "{} ({})",
                operands.join(", "),
                counted(operands.len(), "value")
            ),
        });
    });
    field(ui, "Last result", |ui| {
        ui.label(dword_text(stand.result, shown.names));
    });
}
