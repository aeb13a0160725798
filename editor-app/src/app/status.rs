//! The bar at the window's foot: what was found in the mission, what is selected, how the run stands,
//! and for a while what was said last.

use std::time::Duration;

use eframe::egui::{self, RichText, Ui};
use model::diagnostic::Severity;

use crate::action::Action;
use crate::layout::Tab;
use crate::log::{Entry, Level};
use crate::theme;
use crate::words::counted;

use super::App;

/// How long the bar says what was said last, in seconds: by then it may be so no longer. The log
/// keeps it.
const SAID_FOR: f64 = 10.0;

/// What the bar said last.
#[derive(Default)]
pub(super) struct Said {
    /// When the log's last entry came, counted from the program's start.
    entry: Option<Duration>,
    /// The mission's revision.
    revision: u64,
    level: Option<Level>,
    text: String,
    /// When it was first said, in seconds of the window's time.
    since: f64,
}

impl Said {
    /// Takes up what the log says, or else what was done to the mission since.
    fn update(&mut self, entry: Option<&Entry>, (revision, done): (u64, Option<&str>), now: f64) {
        let came = entry.map(|it| it.at);
        let (level, text) = match entry {
            _ if came == self.entry && revision == self.revision => return,
            Some(entry) if came != self.entry => (Some(entry.level), entry.text.as_str()),
            _ if revision != self.revision => (None, done.unwrap_or_default()),
            _ => (None, ""),
        };
        *self = Self {
            entry: came,
            revision,
            level,
            text: text.to_owned(),
            since: now,
        };
    }

    /// How long it is still to be said.
    fn left(&self, now: f64) -> Option<Duration> {
        let left = self.since + SAID_FOR - now;
        let left = Duration::try_from_secs_f64(left).ok()?;
        (!self.text.is_empty() && !left.is_zero()).then_some(left)
    }
}

impl App {
    pub(super) fn status_bar(&mut self, ui: &mut Ui) {
        let palette = theme::palette(ui);
        ui.horizontal(|ui| {
            let findings = self.analysis.findings();
            for severity in [Severity::Error, Severity::Warning, Severity::Hint] {
                let count = findings.count(severity);
                let icon = theme::severity_icon(severity);
                let text = RichText::new(format!("{icon} {count}"));
                let text = if count > 0 {
                    text.color(palette.severity(severity))
                } else {
                    text.weak()
                };
                let button = ui.add(egui::Button::new(text).frame(false));
                if button
                    .on_hover_text(counted(count, &severity.to_string()))
                    .clicked()
                {
                    self.actions.push(Action::ShowTab(Tab::Problems));
                }
            }
            ui.separator();
            match self.selection.records() {
                [] => ui.weak("Nothing selected"),
                [one] => ui.label(one.to_string()),
                many => ui.label(format!("{} records selected", many.len())),
            };
            if let Some(snapshot) = self.preview.snapshot() {
                ui.separator();
                let icon = if self.preview.is_running() {
                    egui_phosphor::regular::PLAY
                } else {
                    egui_phosphor::regular::PAUSE
                };
                let time = self.preview.now_text(snapshot.tick);
                let stands = self.preview.stop_text().unwrap_or_default();
                let of = match self.preview.is_outdated() {
                    true if self.preview.is_foreign() => " (another mission)",
                    true => " (the mission before the edit)",
                    false => "",
                };
                let text = format!("{icon} {time} {stands}");
                let text = format!("{}{of}", text.trim_end());
                let text = RichText::new(text).color(palette.accent);
                let button = ui.add(egui::Button::new(text).frame(false));
                if button.on_hover_text("The run of the mission").clicked() {
                    self.actions.push(Action::ShowTab(Tab::Preview));
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let now = ui.input(|input| input.time);
                let done = (
                    self.document.revision(),
                    self.document.history().undo_label(),
                );
                self.said.update(self.log.entries().next_back(), done, now);
                let Some(left) = self.said.left(now) else {
                    return;
                };
                // A window in which nothing else happens has to be drawn without it.
                ui.ctx().request_repaint_after(left);
                let text = RichText::new(&self.said.text);
                let level = self.said.level.and_then(|level| palette.level(level));
                let text = match level {
                    Some(colour) => text.color(colour),
                    None => text.weak(),
                };
                ui.add(egui::Label::new(text).truncate());
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(at: u64, text: &str) -> Entry {
        Entry {
            at: Duration::from_secs(at),
            level: Level::Warning,
            text: text.to_owned(),
            place: None,
        }
    }

    #[test]
    fn what_was_said_goes_by_itself_or_as_something_else_is_said() {
        let mut said = Said::default();
        let nobody = entry(1, "Nobody listens");
        said.update(Some(&nobody), (0, None), 1.0);
        assert_eq!(said.text, "Nobody listens");
        assert_eq!(said.left(1.0), Some(Duration::from_secs(10)));
        // Told again and again it is no younger.
        said.update(Some(&nobody), (0, None), 9.0);
        assert_eq!(said.left(9.0), Some(Duration::from_secs(2)));
        assert_eq!(said.left(11.0), None);
        // The same words once more are said anew.
        said.update(Some(&entry(12, "Nobody listens")), (0, None), 12.0);
        assert_eq!(said.left(12.0), Some(Duration::from_secs(10)));
        // What is done to the mission counts as the log does.
        said.update(
            Some(&entry(12, "Nobody listens")),
            (1, Some("Move a")),
            13.0,
        );
        assert_eq!((said.text.as_str(), said.level), ("Move a", None));
        assert_eq!(said.left(24.0), None);
        // A log that was cleared says nothing.
        said.update(None, (1, Some("Move a")), 14.0);
        assert_eq!(said.left(14.0), None);
    }
}
