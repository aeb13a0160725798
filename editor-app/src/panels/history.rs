//! What was done, step by step; a click goes there.

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::action::Action;
use crate::view_context::ViewContext;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let history = context.document.history();
    let depth = history.depth();
    let mut wanted = None;
    ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show(ui, |ui| {
            if ui
                .selectable_label(depth == 0, "As it was opened")
                .clicked()
            {
                wanted = Some(0);
            }
            for entry in history.entries() {
                let text = RichText::new(&entry.label);
                let text = if entry.done { text } else { text.weak() };
                if ui.selectable_label(entry.at == depth, text).clicked() {
                    wanted = Some(entry.at);
                }
            }
            match history.branches() {
                0 => {}
                1 => {
                    ui.weak("One other branch holds work that was set aside.");
                }
                many => {
                    ui.weak(format!(
                        "{many} other branches hold work that was set aside."
                    ));
                }
            }
        });
    if let Some(at) = wanted.filter(|at| *at != depth) {
        context.act(Action::GoToStep(at));
    }
}
