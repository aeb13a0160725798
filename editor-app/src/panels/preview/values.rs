//! Globals, variables, objectives, timers and threads of the moment.

use eframe::egui::{Grid, RichText, ScrollArea, TextWrapMode, Ui};
use formats::catalogue::variable;
use model::AnyId;
use model::diagnostic::Place;
use runtime::{Snapshot, ThreadView};

use crate::view_context::ViewContext;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let Some(snapshot) = context.preview.snapshot().cloned() else {
        return;
    };
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            // What does not fit is scrolled to, rather than broken into letters.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
            // What changes most comes first.
            section(ui, "Globals", |ui| globals(ui, context, &snapshot));
            section(ui, "Threads", |ui| threads(ui, context, &snapshot));
            section(ui, "Timers", |ui| timers(ui, context, &snapshot));
            section(ui, "Objectives", |ui| objectives(ui, &snapshot));
            section(ui, "Variables", |ui| variables(ui, &snapshot));
        });
    });
}

fn section(ui: &mut Ui, title: &str, rows: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.strong(title);
        Grid::new(title)
            .num_columns(2)
            .striped(true)
            .spacing([12.0, 2.0])
            .show(ui, rows);
    });
    ui.add_space(12.0);
}

fn none(ui: &mut Ui, text: &str) {
    ui.weak(text);
    ui.end_row();
}

fn link(ui: &mut Ui, context: &mut ViewContext<'_>, record: Option<AnyId>, other: String) {
    match record {
        Some(record) => {
            if ui.link(record.id.to_string()).clicked() {
                context.go_to(Place::record(record));
            }
        }
        None => {
            ui.label(other);
        }
    }
}

fn globals(ui: &mut Ui, context: &mut ViewContext<'_>, snapshot: &Snapshot) {
    if snapshot.globals.is_empty() {
        none(ui, "The mission has none.");
    }
    for (index, value) in (0u8..).zip(&snapshot.globals) {
        link(
            ui,
            context,
            context.preview.global(index),
            format!("global {index}"),
        );
        number(ui, *value);
        ui.end_row();
    }
}

/// A value as scripts compare it: signed.
fn number(ui: &mut Ui, value: u32) {
    ui.monospace(value.cast_signed().to_string())
        .on_hover_text(format!("{value:#x}"));
}

fn variables(ui: &mut Ui, snapshot: &Snapshot) {
    let set: Vec<_> = (0u8..=255)
        .zip(&snapshot.variables)
        .filter(|(_, value)| **value != 0)
        .collect();
    if set.is_empty() {
        none(ui, "All are 0.");
    }
    for (number_of, value) in set {
        let name = variable(number_of).and_then(|it| it.name.clone());
        ui.label(name.unwrap_or_else(|| format!("flag[{number_of}]")));
        number(ui, *value);
        ui.end_row();
    }
}

fn objectives(ui: &mut Ui, snapshot: &Snapshot) {
    let listed: Vec<_> = (0u8..)
        .zip(&snapshot.objectives)
        .filter(|(_, state)| **state != 0)
        .collect();
    if listed.is_empty() {
        none(ui, "None is listed.");
    }
    for (index, state) in listed {
        ui.label(format!("Objective {index}"));
        ui.label(if *state == 1 { "listed" } else { "current" });
        ui.end_row();
    }
}

fn timers(ui: &mut Ui, context: &mut ViewContext<'_>, snapshot: &Snapshot) {
    if snapshot.timers.is_empty() {
        none(ui, "None is set.");
    }
    for timer in &snapshot.timers {
        let part = context.preview.part(timer.part.into());
        link(ui, context, part, format!("part {}", timer.part));
        ui.label(format!(
            "every {}, now {}, {} left",
            timer.period, timer.countdown, timer.left
        ));
        ui.end_row();
    }
}

fn threads(ui: &mut Ui, context: &mut ViewContext<'_>, snapshot: &Snapshot) {
    if snapshot.threads.is_empty() {
        none(ui, "None runs.");
    }
    for thread in &snapshot.threads {
        thread_row(ui, context, snapshot, thread);
        ui.end_row();
    }
}

fn thread_row(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    snapshot: &Snapshot,
    thread: &ThreadView,
) {
    match context.preview.place_of(thread.script) {
        Some((owner, span)) => {
            if ui.link(owner.to_string()).clicked() {
                context.go_to(Place::text(owner, span));
            }
        }
        None => {
            ui.monospace(format!("{:#x}", thread.script));
        }
    }
    let waits = thread.wake.saturating_sub(snapshot.clock);
    let text = if waits > 0 {
        format!("sleeps until clock {}", thread.wake)
    } else {
        "runs".to_owned()
    };
    ui.label(RichText::new(text).weak());
}
