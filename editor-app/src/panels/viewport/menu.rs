//! The menu of the right button.

use eframe::egui::{Button, Rect, Response, Ui};
use model::AnyId;

use crate::action::Command;
use crate::addition::Site;
use crate::panels::add_menu::add_menu;
use crate::scene_from_mission::places_of;
use crate::view_context::ViewContext;

use super::Viewport;

/// What was under the pointer as the menu was asked for.
#[derive(Default)]
pub(super) enum Asked {
    /// Nothing; something new would go to this place.
    Space(Site),
    /// A record, which is selected, perhaps with others.
    #[default]
    Selection,
}

/// Lets a right click open the menu.
pub(super) fn attach(
    response: &Response,
    rect: Rect,
    context: &mut ViewContext<'_>,
    viewport: &mut Viewport,
) {
    let at = response.interact_pointer_pos().or(response.hover_pos());
    // A drag of the right button looks around, and must not end in a menu.
    if response.secondary_clicked() && !at.is_some_and(|at| viewport.wants_menu(at)) {
        return;
    }
    if response.secondary_clicked() {
        viewport.asked = match (&viewport.hovered, at) {
            (Some(record), _) => {
                if !context.selection.contains(record) {
                    // What the menu is about is what was clicked.
                    context.select(vec![record.clone()]);
                }
                Asked::Selection
            }
            // The gizmo hides what it stands on, which is selected.
            (None, _) if viewport.pointer.handle().is_some() => Asked::Selection,
            (None, Some(at)) => {
                let snap = context.settings.snap;
                Asked::Space(Site {
                    pointed: true,
                    ..viewport.site_at(viewport.local(rect, at), snap)
                })
            }
            (None, None) => Asked::Selection,
        };
    }
    response.context_menu(|ui| {
        ui.set_min_width(190.0);
        match viewport.asked {
            Asked::Space(site) => of_space(ui, context, site),
            Asked::Selection => of_selection(ui, context),
        }
    });
}

/// The menu on nothing: what does not depend on a selection, and what can be put there.
fn of_space(ui: &mut Ui, context: &mut ViewContext<'_>, site: Site) {
    ui.menu_button("Add Here", |ui| add_menu(ui, context, Some(site)));
    ui.separator();
    command(ui, context, Command::FrameAll);
    command(ui, context, Command::SelectAll);
}

fn of_selection(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let records: &[AnyId] = context.selection.records();
    match records {
        [] => {}
        [one] => {
            ui.weak(one.to_string());
        }
        many => {
            ui.weak(format!("{} records", many.len()));
        }
    }
    let any = !records.is_empty();
    if !places_of(context.mission(), records).is_empty() {
        command(ui, context, Command::FrameSelection);
    }
    command(ui, context, Command::FrameAll);
    if any {
        command(ui, context, Command::Duplicate);
        command(ui, context, Command::Delete);
    }
    command(ui, context, Command::SelectAll);
    ui.separator();
    ui.menu_button("Add", |ui| add_menu(ui, context, None));
}

fn command(ui: &mut Ui, context: &mut ViewContext<'_>, command: Command) {
    let info = command.info();
    let mut button = Button::new(info.text);
    if let Some(key) = info.keys.first() {
        button = button.shortcut_text(ui.ctx().format_shortcut(key));
    }
    if ui.add(button).clicked() {
        context.command(command);
        ui.close();
    }
}
