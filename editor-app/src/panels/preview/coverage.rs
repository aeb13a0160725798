//! Which lines ran, text by text.

use std::collections::BTreeSet;

use eframe::egui::{CollapsingHeader, ProgressBar, RichText, ScrollArea, Ui};
use model::AnyId;
use model::diagnostic::Place;

use crate::action::Action;
use crate::preview::{PreviewAction, Track};
use crate::view_context::ViewContext;
use crate::words::counted;

/// Draws the view.
pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let covered = context.preview.coverage();
    let (ran, all) = covered
        .values()
        .fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    ui.horizontal(|ui| {
        let mut merged = context.preview.merges_coverage();
        if ui
            .checkbox(&mut merged, "Over all runs since the last edit")
            .on_hover_text("Count what any run of the mission as it is came to, not this one alone")
            .changed()
        {
            context.act(Action::Preview(PreviewAction::MergeCoverage(merged)));
        }
        if ui.button("Copy").clicked() {
            let rows = covered
                .iter()
                .map(|(owner, (ran, all))| format!("{owner}\t{ran}\t{all}\n"));
            context.act(Action::Copy(rows.collect()));
        }
        ui.strong(format!("{ran} of {} ran", counted(all, "line")));
        let triggers = context.mission().triggers.len();
        let fired = fired(context);
        ui.label(format!("{fired} of {} fired", counted(triggers, "trigger")));
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (owner, (ran, all)) in &covered {
            row(ui, context, owner, *ran, *all);
        }
    });
}

/// How many triggers fired up to the moment that is shown.
fn fired(context: &ViewContext<'_>) -> usize {
    let now = context.preview.snapshot().map(|it| it.tick);
    let fired: BTreeSet<&AnyId> = context
        .preview
        .moments()
        .iter()
        .filter(|it| it.track == Track::Triggers && Some(it.tick) <= now)
        .filter_map(|it| it.record.as_ref())
        .collect();
    fired.len()
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, owner: &AnyId, ran: usize, all: usize) {
    let title = format!("{owner}: {ran} of {}", counted(all, "line"));
    let title = match ran {
        0 => RichText::new(title).weak(),
        _ => RichText::new(title),
    };
    ui.horizontal(|ui| {
        let share = ran as f32 / all.max(1) as f32;
        ui.add(
            ProgressBar::new(share)
                .desired_width(70.0)
                .desired_height(8.0),
        );
        if ran == all {
            // Where the others have a triangle.
            ui.add_space(18.0);
            if ui.link(title).clicked() {
                context.go_to(Place::text(owner.clone(), 0..0));
            }
            return;
        }
        CollapsingHeader::new(title)
            .id_salt(owner)
            .show(ui, |ui| never(ui, context, owner));
    });
}

/// The lines that never ran.
fn never(ui: &mut Ui, context: &mut ViewContext<'_>, owner: &AnyId) {
    let Some(text) = context
        .preview
        .mission()
        .and_then(|mission| mission.body(owner))
        .map(|body| body.text.clone())
    else {
        return;
    };
    for (span, ran) in context.preview.covered_in(owner) {
        if ran {
            continue;
        }
        let before = text.get(..span.start).unwrap_or_default();
        let number = before.matches('\n').count() + 1;
        let line = text.get(span.clone()).unwrap_or_default().trim();
        if ui.link(format!("{number}  {line}")).clicked() {
            context.go_to(Place::text(owner.clone(), span));
        }
    }
}
