//! Fields of the mission as a whole, for when nothing is selected.

use eframe::egui::{DragValue, Grid, RichText, Ui};
use model::edit::Edit;
use model::{Collection, MissionChange};

use crate::view_context::ViewContext;
use crate::widgets::text_field;

use super::fields::{Gestures, LABEL_WIDTH, name_control};
use crate::panels::outline::icon;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, _gestures: &mut Gestures) {
    ui.label(RichText::new("Mission").heading());
    ui.separator();
    Grid::new("mission")
        .num_columns(2)
        .min_col_width(LABEL_WIDTH)
        .spacing([8.0, 6.0])
        .show(ui, |ui| {
            let name = context.mission().name.clone().unwrap_or_default();
            ui.label("Name").on_hover_text(
                "Kept where OpenReliant shows it from; the original does not know it.",
            );
            if let Some(text) = text_field(ui, "mission name", "Mission name", &name) {
                let name = (!text.is_empty()).then_some(text);
                context.edit(
                    "Set the mission's name",
                    Edit::Mission(MissionChange::Name(name)),
                );
            }
            ui.end_row();
            let number = context.mission().number;
            ui.label("Number").on_hover_text(
                "The game finds a mission by its file: missions\\missionNUMBER.dte.",
            );
            ui.horizontal(|ui| {
                let mut on = number.is_some();
                if ui.checkbox(&mut on, "").changed() {
                    set_number(context, on.then_some(1));
                }
                if let Some(mut number) = number {
                    let drag = ui.add(DragValue::new(&mut number));
                    name_control(&drag, "Mission number");
                    if drag.changed() {
                        set_number(context, Some(number));
                    }
                }
            });
            ui.end_row();
        });
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

fn set_number(context: &mut ViewContext<'_>, number: Option<u16>) {
    context.edit(
        "Set the mission's number",
        Edit::Mission(MissionChange::Number(number)),
    );
}
