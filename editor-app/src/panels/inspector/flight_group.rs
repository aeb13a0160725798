//! Fields of flight groups.

use eframe::egui::Ui;
use model::{AnyId, FlightGroup, FlightGroupChange};

use crate::view_context::ViewContext;
use crate::widgets::Choice;

use super::fields::{Field, Gestures, fields};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<FlightGroup>(ui, context, gestures, |ui, fields| {
        fields.name(ui, |group| group.name.clone(), FlightGroupChange::Name);
        fields.choice(
            ui,
            Field::new(
                "Wing",
                "The player's wing, 1 or 2; the game lists six ships of one.",
            ),
            |group| group.wing,
            |wing| wing_text(*wing),
            || {
                [None, Some(0), Some(1), Some(2)]
                    .map(|it| Choice::new(it, wing_text(it)))
                    .to_vec()
            },
            FlightGroupChange::Wing,
        );
        fields.optional_number(
            ui,
            Field::new(
                "Object ID",
                "What triggers and squads know it by in the image; without one it takes a free one.",
            ),
            0..=895,
            |group| group.object_id,
            FlightGroupChange::ObjectId,
        );
    });
    let groups = context.selection.of::<FlightGroup>();
    if let [group] = groups.as_slice() {
        let ships: Vec<AnyId> = context
            .mission()
            .ships_of(group)
            .map(|ship| AnyId::from(&ship.id))
            .collect();
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.label(match ships.len() {
                1 => "1 ship".to_owned(),
                count => format!("{count} ships"),
            });
            if !ships.is_empty() && ui.small_button("Select Them").clicked() {
                context.select(ships.clone());
            }
        });
    }
}

fn wing_text(wing: Option<u8>) -> String {
    match wing {
        None => "none".to_owned(),
        Some(0) => "the player's".to_owned(),
        Some(wing) => format!("wing {wing}"),
    }
}
