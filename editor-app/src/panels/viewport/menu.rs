//! The menu of the right button.

use eframe::egui::{Response, Ui};
use model::Collection;

use crate::action::{Action, Command};
use crate::panels::outline::capital;
use crate::view_context::ViewContext;

use super::Viewport;

/// Lets a right click open the menu.
pub(super) fn attach(response: &Response, context: &mut ViewContext<'_>, viewport: &mut Viewport) {
    let at = response.interact_pointer_pos().or(response.hover_pos());
    // A drag of the right button looks around, and must not end in a menu.
    if response.secondary_clicked() && !at.is_some_and(|at| viewport.wants_menu(at)) {
        return;
    }
    if response.secondary_clicked()
        && let Some(record) = &viewport.hovered
        && !context.selection.contains(record)
    {
        // What the menu is about is what was clicked.
        context.select(vec![record.clone()]);
    }
    response.context_menu(|ui| menu(ui, context));
}

fn menu(ui: &mut Ui, context: &mut ViewContext<'_>) {
    ui.set_min_width(190.0);
    match context.selection.records() {
        [] => {}
        [one] => {
            ui.weak(one.to_string());
        }
        many => {
            ui.weak(format!("{} records", many.len()));
        }
    }
    let any = !context.selection.is_empty();
    for command in [
        Command::FrameSelection,
        Command::FrameAll,
        Command::Duplicate,
        Command::Delete,
        Command::SelectAll,
    ] {
        let needs_selection = matches!(
            command,
            Command::FrameSelection | Command::Duplicate | Command::Delete
        );
        if (any || !needs_selection) && ui.button(command.info().text).clicked() {
            context.command(command);
            ui.close();
        }
    }
    ui.menu_button("Add", |ui| {
        for collection in [
            Collection::Ships,
            Collection::FlightGroups,
            Collection::Squads,
            Collection::Curves,
            Collection::Triggers,
        ] {
            if ui.button(capital(collection.noun())).clicked() {
                context.act(Action::Add(collection));
                ui.close();
            }
        }
    });
}
