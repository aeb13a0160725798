//! What the rows of the panel are made of.

use eframe::egui::{self, Button, Response, Ui};

use crate::action::Action;
use crate::live_link::LinkAction;
use crate::view_context::ViewContext;

/// Width of the labels before each fact, in points.
const LABELS: f32 = 84.0;
/// Least width of a button with its explanation beside it, in points.
const EXPLAINED: f32 = 480.0;
/// Things that a line names before it only counts the rest.
const NAMED: usize = 4;

/// A fact, which wraps beside its label; `what` is given the label's id.
pub(super) fn row(ui: &mut Ui, label: &str, what: impl FnOnce(&mut Ui, egui::Id)) {
    ui.horizontal_top(|ui| {
        let room = egui::vec2(LABELS, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let label = ui.allocate_ui_with_layout(room, layout, |ui| {
            ui.set_min_size(room);
            ui.weak(label).id
        });
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            what(ui, label.inner);
        });
    });
}

/// A fact of one line or more.
pub(super) fn fact(ui: &mut Ui, label: &str, what: impl FnOnce(&mut Ui)) {
    row(ui, label, |ui, _| what(ui));
}

/// A line of a fact.
pub(super) fn line(ui: &mut Ui, what: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        what(ui);
    });
}

/// Something that can be done, with what it does to what beside it.
pub(super) struct Choice<'a> {
    pub(super) name: &'a str,
    /// What it does, and to what.
    pub(super) does: &'a str,
    /// Why it cannot be done now.
    pub(super) unless: Option<&'a str>,
    pub(super) action: LinkAction,
}

impl Choice<'_> {
    pub(super) fn ui(self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let clicked = explained(ui, self.does, |ui| {
            let button = ui.add_enabled(self.unless.is_none(), Button::new(self.name));
            button.on_disabled_hover_text(self.unless.unwrap_or_default())
        });
        if clicked {
            context.act(Action::Link(self.action));
        }
    }
}

/// A button with what it does in a column beside it, or below it where that would be narrow.
pub(super) fn explained(ui: &mut Ui, does: &str, button: impl FnOnce(&mut Ui) -> Response) -> bool {
    let room = ui.available_width();
    ui.horizontal_wrapped(|ui| {
        let button = button(ui);
        if room < EXPLAINED {
            ui.end_row();
            ui.weak(does);
        } else {
            ui.vertical(|ui| {
                ui.set_width(room - button.rect.width() - ui.spacing().item_spacing.x);
                line(ui, |ui| {
                    ui.weak(does);
                });
            });
        }
        button.clicked()
    })
    .inner
}

/// Names of things as a text, cut to a few where there are many.
pub(super) fn named<T: AsRef<str>>(names: &[T]) -> String {
    // One more takes no more room than its count does.
    let shown = match names.len() {
        len if len <= NAMED + 1 => len,
        _ => NAMED,
    };
    let first: Vec<&str> = names.iter().take(shown).map(AsRef::as_ref).collect();
    let text = first.join(", ");
    match names.len().saturating_sub(shown) {
        0 => text,
        rest => format!("{text} and {rest} more"),
    }
}

/// What restarts the game that was started from here.
pub(super) fn restart_name(context: &ViewContext<'_>) -> &'static str {
    match context.link.started_game() {
        true => "Restart the Game",
        false => "Restart the Engine",
    }
}

/// Why the document cannot be played now.
pub(super) fn unplayable(context: &ViewContext<'_>) -> Option<&'static str> {
    context
        .findings
        .has_errors()
        .then_some("The mission has errors, so no game can play it; see Problems")
}

/// Why nothing can be asked of the run now.
pub(super) fn unshown(context: &ViewContext<'_>) -> Option<&'static str> {
    match context.link.shows() {
        true => None,
        false if context.preview.has_run() && !context.preview.is_linked() => {
            Some("A run of the editor's own is shown; stop it to go on with the game's")
        }
        false => Some("The game's mission is still being read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_cut_and_the_rest_counted() {
        let names = ["A", "B", "C", "D", "E", "F", "G"];
        assert_eq!(named(&names[..0]), "");
        assert_eq!(named(&names[..1]), "A");
        assert_eq!(named(&names[..5]), "A, B, C, D, E");
        assert_eq!(named(&names[..6]), "A, B, C, D and 2 more");
        assert_eq!(named(&names), "A, B, C, D and 3 more");
    }
}
