//! Fields of globals.

use eframe::egui::Ui;
use model::{Global, GlobalChange};

use crate::view_context::ViewContext;

use super::fields::{Field, Gestures, fields};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Global>(ui, context, gestures, |ui, fields| {
        fields.name(ui, |global| global.name.clone(), GlobalChange::Name);
        fields.number(
            ui,
            Field::new(
                "First value",
                "What it holds as each attempt at the mission begins; unsigned, 32 bits.",
            ),
            "",
            0..=u32::MAX,
            |global| global.value,
            |_, value| GlobalChange::Value(value),
        );
    });
}
