//! What happened, as a list.

use std::collections::BTreeSet;

use eframe::egui::{self, RichText, ScrollArea, Sense, Ui};

use crate::action::Action;
use crate::preview::{Moment, Track, time_text};
use crate::theme::{self, Palette};
use crate::view_context::ViewContext;

/// Which tracks the list leaves out.
pub(super) struct Story {
    pub(super) left_out: BTreeSet<Track>,
}

impl Default for Story {
    fn default() -> Self {
        // Every write of a script is a row of its own; there are too many to begin with.
        Self {
            left_out: BTreeSet::from([Track::Script]),
        }
    }
}

impl Story {
    pub(super) fn list(&self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let moments = context.preview.moments();
        let shown: Vec<&Moment> = moments
            .iter()
            .filter(|it| !self.left_out.contains(&it.track))
            .collect();
        if shown.is_empty() {
            ui.weak("Nothing has happened yet.");
            return;
        }
        let height = ui.text_style_height(&egui::TextStyle::Body);
        ScrollArea::vertical()
            .auto_shrink(false)
            .stick_to_bottom(true)
            .show_rows(ui, height, shown.len(), |ui, rows| {
                for moment in shown.get(rows).unwrap_or_default() {
                    row(ui, context, moment, &shown);
                }
            });
    }

    /// Takes a track out of the list, or puts it back.
    pub(super) fn toggle(&mut self, track: Track) {
        if !self.left_out.remove(&track) {
            self.left_out.insert(track);
        }
    }
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, moment: &Moment, shown: &[&Moment]) {
    let palette = theme::palette(ui);
    let place = super::place_of(context.preview, moment);
    let is_future = context
        .preview
        .snapshot()
        .is_some_and(|it| moment.tick > it.tick);
    ui.horizontal(|ui| {
        if is_future {
            ui.set_opacity(0.5);
        }
        ui.monospace(RichText::new(time_text(moment.tick)).weak());
        let (mark, _) = ui.allocate_exact_size(egui::vec2(6.0, 10.0), Sense::hover());
        ui.painter()
            .rect_filled(mark, 1.0, colour(palette, moment.track));
        let text = RichText::new(&moment.text).color(ui.visuals().text_color());
        let text = egui::Label::new(text).truncate();
        // A row that leads somewhere answers to the pointer; the others are only read.
        let text = ui.add(text.selectable(false).sense(Sense::click()));
        let text = match &place {
            None => text.on_hover_text(&moment.text),
            Some(_) => text
                .on_hover_cursor(egui::CursorIcon::PointingHand)
                .on_hover_text(format!("{}\nA click goes there.", moment.text)),
        };
        text.context_menu(|ui| {
            let line = |moment: &Moment| format!("{}\t{}", time_text(moment.tick), moment.text);
            if ui.button("Copy Row").clicked() {
                context.act(Action::Copy(line(moment)));
                ui.close();
            }
            if ui.button("Copy Story").clicked() {
                let lines: Vec<_> = shown.iter().map(|it| line(it)).collect();
                context.act(Action::Copy(lines.join("\n")));
                ui.close();
            }
        });
        if text.clicked()
            && let Some(place) = place
        {
            context.go_to(place);
        }
    });
}

/// The colour of a track.
pub(super) fn colour(palette: &Palette, track: Track) -> egui::Color32 {
    match track {
        Track::Mission => palette.accent,
        Track::Triggers => palette.code.keyword,
        Track::Ships => palette.friendly,
        Track::Radio => palette.success,
        Track::Camera => palette.curve,
        Track::Script => palette.neutral,
        Track::Trouble => palette.error,
    }
}
