//! The menu of the right button.

use eframe::egui::{Button, Pos2, Rect, Response, Ui};
use glam::DVec3;
use model::AnyId;
use runtime::ObjectState;

use crate::action::Command;
use crate::addition::Site;
use crate::panels::add_menu::add_menu;
use crate::panels::debug::hand_in_menu;
use crate::scene_from_mission::places_of;
use crate::view_context::ViewContext;

use super::{REACH, Viewport};

/// How much nearer than the pointer's reach a ghost's middle has to be, as a factor: it has no shape
/// to be hit.
const GHOST_REACH: f64 = 3.0;

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
            (None, Some(at)) if let Some(ghost) = ghost_at(viewport, rect, at, context) => {
                context.select(vec![ghost]);
                Asked::Selection
            }
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
    in_run(ui, context, Some(site.at));
}

/// What can be handed in while the mission runs.
fn in_run(ui: &mut Ui, context: &mut ViewContext<'_>, site: Option<DVec3>) {
    if !context.preview.has_run() {
        return;
    }
    ui.separator();
    hand_in_menu::menu_button(ui, context, |ui, context| {
        hand_in_menu::of_selection(ui, context, site);
    });
}

/// The ship of the run whose ghost is at a point of the screen.
fn ghost_at(viewport: &Viewport, rect: Rect, at: Pos2, context: &ViewContext<'_>) -> Option<AnyId> {
    let at = viewport.local(rect, at);
    let snapshot = context.preview.snapshot()?;
    let made = snapshot
        .objects
        .iter()
        .filter(|it| it.state == ObjectState::Made && !it.hidden);
    let near = made.filter_map(|object| {
        let record = context.preview.ship_in(object.ship?)?;
        let place = DVec3::from_array(object.position);
        let distance = viewport.camera.project(place)?.distance(at);
        (distance <= GHOST_REACH * REACH).then_some((distance, record))
    });
    let nearest = near.min_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, record)| record)
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
    in_run(ui, context, None);
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
