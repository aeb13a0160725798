//! Fields of the mission as a whole, for when nothing is selected.

use eframe::egui::{RichText, Ui};
use model::edit::Edit;
use model::{Collection, Gesture, MissionChange};

use crate::view_context::ViewContext;
use crate::widgets::{NumberField, name_control, number_field, text_field};

use super::fields::{Gestures, NUMBER_WIDTH, row};
use crate::theme::icon;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    ui.label(RichText::new("Mission").heading());
    ui.separator();
    name(ui, context);
    number(ui, context, gestures);
    ui.add_space(8.0);
    for collection in Collection::ALL {
        let count = context.mission().ids(collection).len();
        let noun = match count {
            1 => collection.noun().to_owned(),
            _ => collection.title().to_lowercase(),
        };
        ui.label(format!("{}  {count} {noun}", icon(collection)));
    }
    ui.add_space(8.0);
    ui.weak("Select something in the outline or the viewport to see its fields here.");
}

fn name(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let name = context.mission().name.clone().unwrap_or_default();
    let help = "Kept where OpenReliant shows it from; the original does not know it.";
    let typed = row(ui, "Name", help, |ui| {
        text_field(ui, "mission name", "Mission name", &name)
    });
    if let Some(text) = typed {
        let name = (!text.is_empty()).then_some(text);
        context.edit(
            "Set the mission's name",
            Edit::Mission(MissionChange::Name(name)),
        );
    }
}

fn number(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    let number = context.mission().number;
    let help = "The game finds a mission by its file: missions\\missionNUMBER.dte.";
    row(ui, "Number", help, |ui| {
        let mut on = number.is_some();
        let toggle = ui.checkbox(&mut on, "");
        name_control(&toggle, "Has a number");
        if toggle.changed() {
            set_number(context, on.then_some(1), None);
        }
        let Some(value) = number else {
            ui.weak("none");
            return;
        };
        let field = NumberField {
            label: "Mission number",
            value,
            range: 0..=u16::MAX,
            suffix: "",
            speed: 1.0,
            instead: None,
            width: NUMBER_WIDTH,
        };
        let (response, entry) = number_field(ui, &field);
        if let Some((number, gesture)) = gestures.taken(context, &response, entry) {
            set_number(context, Some(number), gesture);
        }
    });
}

fn set_number(context: &mut ViewContext<'_>, number: Option<u16>, gesture: Option<Gesture>) {
    let edit = Edit::Mission(MissionChange::Number(number));
    let label = "Set the mission's number";
    match gesture {
        Some(gesture) => context.edit_in(gesture, label, edit),
        None => context.edit(label, edit),
    }
}
