//! What happened.

use eframe::egui::{self, RichText, ScrollArea, Ui};

use crate::action::Action;
use crate::log::Entry;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::empty_state;

/// What the log is searched for.
#[derive(Default)]
pub(super) struct LogPanel {
    search: String,
}

impl LogPanel {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        ui.horizontal(|ui| {
            let field = ui.add(
                egui::TextEdit::singleline(&mut self.search)
                    .hint_text("Search the log")
                    .desired_width(240.0),
            );
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Search the log")
            });
            if context.log.entries().len() > 0 && ui.button("Copy All").clicked() {
                let lines: Vec<_> = context
                    .log
                    .entries()
                    .map(|entry| format!("{}  {}", entry.time(), entry.text))
                    .collect();
                context.act(Action::Copy(lines.join("\n")));
            }
        });
        ui.separator();
        let wanted = self.search.trim().to_lowercase();
        let shown: Vec<&Entry> = context
            .log
            .entries()
            .filter(|entry| entry.text.to_lowercase().contains(&wanted))
            .collect();
        if shown.is_empty() {
            empty_state(
                ui,
                "Nothing here yet",
                "Opening, saving, exporting and undoing are told here.",
            );
            return;
        }
        let height = ui.text_style_height(&egui::TextStyle::Body);
        ScrollArea::vertical()
            .auto_shrink(false)
            .stick_to_bottom(true)
            .show_rows(ui, height, shown.len(), |ui, rows| {
                for entry in shown.get(rows).unwrap_or_default() {
                    row(ui, context, entry);
                }
            });
    }
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, entry: &Entry) {
    let text = RichText::new(&entry.text);
    let text = match theme::palette(ui).level(entry.level) {
        Some(colour) => text.color(colour),
        None => text,
    };
    ui.horizontal(|ui| {
        ui.monospace(RichText::new(entry.time()).weak())
            .on_hover_text("Since Sortie was started");
        if let Some(place) = &entry.place
            && let Some(record) = &place.record
            && ui
                .link(record.to_string())
                .on_hover_text("Go there")
                .clicked()
        {
            context.go_to(place.clone());
        }
        ui.add(egui::Label::new(text).truncate())
            .on_hover_text(&entry.text);
    });
}
