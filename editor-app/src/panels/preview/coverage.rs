//! Which lines ran, text by text, and which triggers fired.

use std::collections::BTreeMap;
use std::ops::Range;

use eframe::egui::{CollapsingHeader, ProgressBar, RichText, ScrollArea, Ui};
use model::AnyId;
use model::diagnostic::Place;

use crate::action::Action;
use crate::preview::PreviewAction;
use crate::preview::chronicle::{self, Chronicle};
use crate::view_context::ViewContext;
use crate::words::counted;

/// Draws the view.
pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, chronicle: &Chronicle) {
    let linked = context.preview.is_linked();
    let covered = match linked {
        true => BTreeMap::new(),
        false => context.preview.coverage(),
    };
    let firings = firings(context, chronicle);
    let (ran, all) = covered
        .values()
        .fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    ui.horizontal(|ui| {
        if linked {
            ui.weak("The link does not tell which lines ran.");
            if ui.button("Copy").clicked() {
                let text = text(context, &covered, &firings);
                context.act(Action::Copy(text));
            }
            fired(ui, &firings);
            return;
        }
        let mut merged = context.preview.merges_coverage();
        if ui
            .checkbox(&mut merged, "Over all runs since the last edit")
            .on_hover_text("Count what any run of the mission as it is came to, not this one alone")
            .changed()
        {
            context.act(Action::Preview(PreviewAction::MergeCoverage(merged)));
        }
        if ui.button("Copy").clicked() {
            let text = text(context, &covered, &firings);
            context.act(Action::Copy(text));
        }
        ui.strong(format!("{ran} of {} ran", counted(all, "line")));
        fired(ui, &firings);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (owner, (ran, all)) in &covered {
            row(ui, context, owner, *ran, *all);
        }
        if !linked {
            ui.separator();
        }
        for (trigger, many) in &firings {
            let text = RichText::new(firings_text(trigger, *many, linked));
            let text = if *many == 0 { text.weak() } else { text };
            if ui.link(text).clicked() {
                context.go_to(Place::record(trigger.clone()));
            }
        }
    });
}

/// How often each trigger of the mission that runs fired up to the moment that is shown.
fn firings(context: &ViewContext<'_>, chronicle: &Chronicle) -> Vec<(AnyId, usize)> {
    let now = context.preview.snapshot().map(|it| it.tick);
    let names = context.preview.names();
    let count = |id: &AnyId| {
        let number = names?.trigger_number(id)?;
        let met = chronicle.triggers.get(&number)?.met_by(now?);
        Some(chronicle::firings(met).count())
    };
    let mission = context.preview.mission();
    let triggers = mission.into_iter().flat_map(|it| it.triggers.iter());
    triggers
        .map(|trigger| {
            let id = AnyId::from(&trigger.id);
            let many = count(&id).unwrap_or_default();
            (id, many)
        })
        .collect()
}

/// How many triggers fired.
fn fired(ui: &mut Ui, firings: &[(AnyId, usize)]) {
    let fired = firings.iter().filter(|(_, many)| *many > 0).count();
    let triggers = counted(firings.len(), "trigger");
    ui.label(format!("{fired} of {triggers} fired"))
        .on_hover_text("In this run, up to the moment that is shown");
}

fn firings_text(trigger: &AnyId, many: usize, linked: bool) -> String {
    let id = &trigger.id;
    match many {
        // What a game did before it was linked is not known.
        0 if linked => format!("{id} has not fired while linked"),
        0 => format!("{id} never fired"),
        1 => format!("{id} fired once"),
        many => format!("{id} fired {many} times"),
    }
}

/// All of it, to be pasted elsewhere.
fn text(
    context: &ViewContext<'_>,
    covered: &BTreeMap<AnyId, (usize, usize)>,
    firings: &[(AnyId, usize)],
) -> String {
    let mut text = String::new();
    for (owner, (ran, all)) in covered {
        text += &format!("{owner}: {ran} of {}\n", counted(*all, "line"));
        for (_, number, line) in never_ran(context, owner) {
            text += &format!("{number:>6}  {line}\n");
        }
    }
    for (trigger, many) in firings {
        let linked = context.preview.is_linked();
        text += &format!("{}\n", firings_text(trigger, *many, linked));
    }
    text
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, owner: &AnyId, ran: usize, all: usize) {
    let title = format!("{owner}: {ran} of {}", counted(all, "line"));
    let title = match ran {
        0 => RichText::new(title).weak(),
        _ => RichText::new(title),
    };
    ui.horizontal(|ui| {
        let share = ran as f32 / all.max(1) as f32;
        let palette = crate::theme::palette(ui);
        ui.scope(|ui| {
            // What did not run is seen on a light ground too.
            ui.visuals_mut().extreme_bg_color = palette.neutral.gamma_multiply(0.35);
            ui.add(
                ProgressBar::new(share)
                    .fill(palette.success)
                    .desired_width(70.0)
                    .desired_height(8.0),
            );
        });
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

/// The lines that never ran, each a link to itself.
fn never(ui: &mut Ui, context: &mut ViewContext<'_>, owner: &AnyId) {
    for (span, number, line) in never_ran(context, owner) {
        if ui.link(format!("{number}  {line}")).clicked() {
            context.go_to(Place::text(owner.clone(), span));
        }
    }
}

/// The lines of a text that never ran: where in it, their numbers from 1, and what they say.
fn never_ran(context: &ViewContext<'_>, owner: &AnyId) -> Vec<(Range<usize>, usize, String)> {
    let body = context.preview.mission().and_then(|it| it.body(owner));
    let text = body.map_or("", |body| body.text.as_str());
    let covered = context.preview.covered_in(owner).into_iter();
    covered
        .filter(|(_, ran)| !ran)
        .map(|(span, _)| {
            let before = text.get(..span.start).unwrap_or_default();
            let line = text.get(span.clone()).unwrap_or_default().trim().to_owned();
            (span, before.matches('\n').count() + 1, line)
        })
        .collect()
}
