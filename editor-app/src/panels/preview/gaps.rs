//! What the mission asked for and the preview does not do.

use eframe::egui::{Grid, ScrollArea, Ui};
use model::diagnostic::Place;

use crate::panels::debug::copy_button;
use crate::preview::time_text;
use crate::view_context::ViewContext;
use crate::widgets::empty_state;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if context.preview.is_linked() {
        empty_state(
            ui,
            "Not told of a linked game",
            "Gaps are what the editor's own run passes over. What the game does not do, it may say in \
             its own log.",
        );
        return;
    }
    if context.preview.gaps().next().is_none() {
        empty_state(
            ui,
            "No gaps",
            "The preview does everything that the mission has asked for so far.",
        );
        return;
    }
    ui.horizontal(|ui| {
        copy_button(ui, context, "Gaps", |context| {
            let line = |(name, gap): (&str, &runtime::Gap)| {
                format!("{name}\t{}\t{}", gap.count, time_text(gap.first_tick))
            };
            let lines: Vec<_> = context.preview.gaps().map(line).collect();
            lines.join("\n")
        });
        ui.weak("The game does these; the preview passes over them.");
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        Grid::new("gaps")
            .num_columns(4)
            .striped(true)
            .spacing([16.0, 2.0])
            .show(ui, |ui| {
                let mut wanted = None;
                for (name, gap) in context.preview.gaps() {
                    ui.label(name);
                    ui.label(format!("{}×", gap.count));
                    ui.label(format!("first at {}", time_text(gap.first_tick)));
                    let place = gap
                        .first_script
                        .and_then(|script| context.preview.place_of(script));
                    if let Some((owner, span)) = place
                        && ui.link(owner.to_string()).clicked()
                    {
                        wanted = Some(Place::text(owner, span));
                    }
                    ui.end_row();
                }
                if let Some(place) = wanted {
                    context.go_to(place);
                }
            });
    });
}
