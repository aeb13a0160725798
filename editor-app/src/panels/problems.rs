//! What is wrong with the mission, and what would mend it.

use eframe::egui::{self, RichText, ScrollArea, Ui};
use formats::yaml::Position;
use model::Mission;
use model::diagnostic::{Diagnostic, Place, Severity};

use crate::action::Action;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::empty_state;
use crate::words::counted;

/// Which severities are shown.
pub(super) struct Problems {
    errors: bool,
    warnings: bool,
    hints: bool,
}

impl Default for Problems {
    fn default() -> Self {
        Self {
            errors: true,
            warnings: true,
            hints: true,
        }
    }
}

impl Problems {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let findings = context.findings;
        ui.horizontal(|ui| {
            let palette = theme::palette(ui);
            for (severity, shown) in [
                (Severity::Error, &mut self.errors),
                (Severity::Warning, &mut self.warnings),
                (Severity::Hint, &mut self.hints),
            ] {
                let count = findings.count(severity);
                let icon = theme::severity_icon(severity);
                let counted = counted(count, &severity.to_string());
                let text =
                    RichText::new(format!("{icon} {counted}")).color(palette.severity(severity));
                ui.toggle_value(shown, text);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if !findings.diagnostics.is_empty() && ui.button("Copy All").clicked() {
                    let lines: Vec<_> = findings
                        .diagnostics
                        .iter()
                        .map(ToString::to_string)
                        .collect();
                    context.act(Action::Copy(lines.join("\n")));
                }
            });
        });
        ui.separator();
        let shown: Vec<&Diagnostic> = findings
            .diagnostics
            .iter()
            .filter(|it| self.shows(it.severity))
            .collect();
        if shown.is_empty() {
            let advice = if findings.diagnostics.is_empty() {
                "The mission compiles, and no check has anything to say."
            } else {
                "The buttons above hide what there is."
            };
            empty_state(ui, "No problems", advice);
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for diagnostic in shown {
                row(ui, context, diagnostic);
            }
        });
    }

    fn shows(&self, severity: Severity) -> bool {
        match severity {
            Severity::Error => self.errors,
            Severity::Warning => self.warnings,
            Severity::Hint => self.hints,
        }
    }
}

/// Where in a text a diagnostic is, as the Routine panel numbers its lines.
fn position(mission: &Mission, place: &Place) -> Option<Position> {
    let body = mission.body(place.record.as_ref()?)?;
    Some(Position::of(&body.text, place.span.as_ref()?.start))
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, diagnostic: &Diagnostic) {
    let palette = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        let icon = theme::severity_icon(diagnostic.severity);
        ui.label(RichText::new(icon).color(palette.severity(diagnostic.severity)));
        if let Some(record) = &diagnostic.place.record
            && ui
                .link(record.to_string())
                .on_hover_text("Go there")
                .clicked()
        {
            context.go_to(diagnostic.place.clone());
        }
        if let Some(at) = position(context.mission(), &diagnostic.place) {
            ui.weak(format!("{}:{}", at.line, at.column))
                .on_hover_text(format!("In its text: {at}"));
        }
        let message = ui.add(egui::Label::new(&diagnostic.message).sense(egui::Sense::click()));
        if message.double_clicked() {
            context.go_to(diagnostic.place.clone());
        }
        message.context_menu(|ui| {
            if ui.button("Copy").clicked() {
                context.act(Action::Copy(diagnostic.to_string()));
                ui.close();
            }
        });
        ui.weak(diagnostic.code);
        for fix in &diagnostic.fixes {
            if ui.small_button(&fix.title).clicked() {
                context.edit(fix.title.clone(), fix.edit.clone());
            }
        }
    });
}
