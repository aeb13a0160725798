//! What the author keeps about a record for the editor's sake.

use eframe::egui::{self, Color32, Popup, RichText, Ui};
use model::edit::{Edit, Editable};
use model::{AnyId, EditorInfo, Gesture, Id};

use crate::action::Action;
use crate::gesture::edit_label;
use crate::log::Level;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::{name_control, text_field};

use super::fields::{Gestures, row};

/// Draws the notes of a record.
pub(super) fn notes(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    records: &[AnyId],
    gestures: &mut Gestures,
) {
    ui.add_space(6.0);
    egui::CollapsingHeader::new("Notes")
        .id_salt("notes")
        .show_unindented(ui, |ui| {
            let [record] = records else {
                ui.weak("Select one record to see its notes.");
                return;
            };
            let Some(info) = context.mission().editor_info(record).cloned() else {
                return;
            };
            let mut new = info.clone();
            let mut gesture = None;
            ui.add_enabled_ui(!info.locked, |ui| {
                text(ui, record, "Folder", "", &mut new.folder);
                gesture = colour(ui, context, record, &mut new.colour, gestures);
                text(ui, record, "Note", "", &mut new.note);
                let help = "Left out of the viewport.";
                flag(ui, "Hidden", help, &mut new.hidden);
            });
            let help = "Not picked in the viewport, and its fields here are at rest.";
            flag(ui, "Locked", help, &mut new.locked);
            if new != info {
                set(context, record, new, gesture);
            }
            ui.weak(RichText::new("Notes compile to nothing.").small());
        });
}

/// Locks or frees records.
pub(super) fn lock(context: &mut ViewContext<'_>, records: &[AnyId], locked: bool) {
    let edits: Vec<Edit> = records
        .iter()
        .filter_map(|record| {
            let info = context.mission().editor_info(record)?;
            let info = EditorInfo {
                locked,
                ..info.clone()
            };
            set_editor(record, info)
        })
        .collect();
    let verb = if locked { "Lock" } else { "Unlock" };
    context.edit(edit_label(verb, records), Edit::All(edits));
}

fn text(ui: &mut Ui, record: &AnyId, label: &str, help: &str, value: &mut Option<String>) {
    row(ui, label, help, |ui| {
        let current = value.as_deref().unwrap_or_default();
        if let Some(text) = text_field(ui, (label, record), label, current) {
            *value = (!text.is_empty()).then_some(text);
        }
    });
}

fn flag(ui: &mut Ui, label: &str, help: &str, value: &mut bool) {
    row(ui, label, help, |ui| {
        let toggle = ui.checkbox(value, "").on_hover_text(help);
        name_control(&toggle, label);
    });
}

/// A colour, or none; the gesture in which it is being picked.
fn colour(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    record: &AnyId,
    value: &mut Option<String>,
    gestures: &mut Gestures,
) -> Option<Gesture> {
    let help =
        "What the viewport draws it in, in place of its side's colour: #RRGGBB in the source.";
    row(ui, "Colour", help, |ui| {
        let mut on = value.is_some();
        let toggle = ui.checkbox(&mut on, "");
        name_control(&toggle, "Has a colour");
        if toggle.changed() {
            *value = on.then(|| hex(theme::palette(ui).accent));
            return None;
        }
        let Some(text) = value else {
            ui.weak("none");
            return None;
        };
        let known = Color32::from_hex(text).ok();
        let [r, g, b, _] = known.unwrap_or(Color32::GRAY).to_array();
        let mut picked = [r, g, b];
        let button = ui.color_edit_button_srgb(&mut picked);
        name_control(&button, "Colour");
        // Everything that is picked until the picker closes is one step.
        let gesture = gestures.of(&button);
        if !Popup::is_any_open(ui.ctx()) {
            gestures.end(&button);
        }
        if picked != [r, g, b] {
            let [r, g, b] = picked;
            *text = hex(Color32::from_rgb(r, g, b));
            return Some(gesture);
        }
        let salt = ("colour", record);
        let typed = text_field(ui, salt, "Colour as text", text)?;
        if Color32::from_hex(typed.trim()).is_ok() {
            *value = Some(typed.trim().to_owned());
        } else {
            let why = format!("Colour takes #RRGGBB, as #4488FF, not \"{typed}\".");
            context.act(Action::Note(Level::Warning, why));
        }
        None
    })
}

fn hex(colour: Color32) -> String {
    let [r, g, b, _] = colour.to_array();
    format!("#{r:02X}{g:02X}{b:02X}")
}

fn set(context: &mut ViewContext<'_>, record: &AnyId, info: EditorInfo, gesture: Option<Gesture>) {
    let Some(edit) = set_editor(record, info) else {
        return;
    };
    let label = format!("Set notes of {record}");
    match gesture {
        Some(gesture) => context.edit_in(gesture, label, edit),
        None => context.edit(label, edit),
    }
}

fn set_editor(record: &AnyId, info: EditorInfo) -> Option<Edit> {
    use model::{
        CurveChange, FlightGroupChange, FormationChange, GlobalChange, RoutineChange, ShipChange,
        SquadChange, TriggerChange,
    };
    fn set<R: Editable>(record: &AnyId, change: R::Change) -> Option<Edit> {
        let id: Id<R> = record.of()?;
        Some(Edit::change(&id, change))
    }
    set::<model::Ship>(record, ShipChange::Editor(info.clone()))
        .or_else(|| set::<model::FlightGroup>(record, FlightGroupChange::Editor(info.clone())))
        .or_else(|| set::<model::Squad>(record, SquadChange::Editor(info.clone())))
        .or_else(|| set::<model::Formation>(record, FormationChange::Editor(info.clone())))
        .or_else(|| set::<model::Curve>(record, CurveChange::Editor(info.clone())))
        .or_else(|| set::<model::Global>(record, GlobalChange::Editor(info.clone())))
        .or_else(|| set::<model::Trigger>(record, TriggerChange::Editor(info.clone())))
        .or_else(|| set::<model::Routine>(record, RoutineChange::Editor(info)))
}
