//! What came to the run from outside, in order.

use eframe::egui::{self, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icons;

use crate::action::Action;
use crate::preview::{PreviewAction, time_text};
use crate::view_context::ViewContext;
use crate::widgets::empty_state;

/// Draws the view.
pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if context.preview.is_linked() {
        empty_state(
            ui,
            "Nothing is handed in to a linked game",
            "It is played by hand, and a link does not tell what the player does.",
        );
        return;
    }
    let inputs = context.preview.inputs().to_vec();
    let rows: Vec<(String, String)> = inputs
        .iter()
        .map(|timed| {
            let words = context.preview.input_words(&timed.input);
            (time_text(timed.tick), words)
        })
        .collect();
    ui.horizontal(|ui| {
        let mut keep = context.settings.keep_inputs;
        if ui
            .checkbox(&mut keep, "Restart hands them in again")
            .changed()
        {
            context.act(Action::Preview(PreviewAction::KeepInputs(keep)));
        }
        ui.add_enabled_ui(!inputs.is_empty(), |ui| {
            if ui
                .button("Clear")
                .on_hover_text("Run again to the same moment without any of them")
                .clicked()
            {
                context.act(Action::Preview(PreviewAction::DropInputs));
            }
            if ui.button("Copy").clicked() {
                let text = rows
                    .iter()
                    .map(|(time, words)| format!("{time}\t{words}\n"));
                context.act(Action::Copy(text.collect()));
            }
        });
    });
    if inputs.is_empty() {
        ui.weak(
            "Nothing came from outside. Hand In, the viewport's menu and Values hand something in.",
        );
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (place, ((time, words), timed)) in rows.iter().zip(&inputs).enumerate() {
            ui.horizontal(|ui| {
                let drop = ui
                    .small_button(icons::X)
                    .on_hover_text("Run again to the same moment without this");
                drop.widget_info(|| {
                    let name = format!("Take out {words}");
                    egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name)
                });
                if drop.clicked() {
                    context.act(Action::Preview(PreviewAction::DropInput(place)));
                }
                let time = RichText::new(time).monospace();
                if ui.link(time).on_hover_text("Show that moment").clicked() {
                    context.act(Action::Preview(PreviewAction::Seek(timed.tick)));
                }
                ui.label(words);
            });
        }
    });
}
