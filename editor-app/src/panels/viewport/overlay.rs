//! Controls that lie over the picture: tools, views, the grid's step.

use eframe::egui::{self, Align2, Area, Frame, Id, Order, Rect, RichText, Ui, vec2};
use egui_phosphor::regular as icons;
use render::Grid;

use model::Collection;

use crate::action::Command;
use crate::view_context::{ToolMode, ViewContext};

use super::Viewport;

pub(super) fn ui(
    ui: &Ui,
    rect: Rect,
    context: &mut ViewContext<'_>,
    viewport: &mut Viewport,
    grid: &Grid,
) {
    let id = Id::new("viewport controls");
    Area::new(id)
        .order(Order::Middle)
        .fixed_pos(rect.min + vec2(8.0, 8.0))
        .constrain_to(rect)
        .show(ui.ctx(), |ui| {
            frame(ui).show(ui, |ui| {
                ui.horizontal(|ui| {
                    tools(ui, context);
                    ui.separator();
                    views(ui, context, viewport);
                    run(ui, context, viewport);
                });
            });
        });
    let text = info(viewport, grid);
    let font = egui::TextStyle::Small.resolve(ui.style());
    let at = rect.left_bottom() + vec2(10.0, -8.0);
    let colour = ui.visuals().weak_text_color();
    ui.painter_at(rect)
        .text(at, Align2::LEFT_BOTTOM, text, font.clone(), colour);
    if context.preview.is_linked() {
        // The ghosts are a game's; edits go to the document all the same.
        let at = rect.right_bottom() + vec2(-10.0, -8.0);
        let palette = crate::theme::palette(ui);
        let (text, colour) = match context.preview.is_over() {
            true => ("NO LONGER LIVE", palette.warning),
            false => ("LIVE", palette.success),
        };
        ui.painter_at(rect)
            .text(at, Align2::RIGHT_BOTTOM, text, font.clone(), colour);
    }
    if context.mission().ships.is_empty() {
        let text = "Nothing is placed yet: Add > Ship in the outline.";
        ui.painter_at(rect)
            .text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
    }
}

fn frame(ui: &Ui) -> Frame {
    let fill = ui.visuals().window_fill.gamma_multiply(0.88);
    Frame::new().fill(fill).corner_radius(4.0).inner_margin(4.0)
}

fn tools(ui: &mut Ui, context: &mut ViewContext<'_>) {
    for (command, mode, icon) in [
        (Command::SelectTool, ToolMode::Select, icons::CURSOR),
        (
            Command::MoveTool,
            ToolMode::Move,
            icons::ARROWS_OUT_CARDINAL,
        ),
        (
            Command::RotateTool,
            ToolMode::Rotate,
            icons::ARROWS_CLOCKWISE,
        ),
    ] {
        toggle(ui, context, command, icon, context.tool.mode == mode);
    }
    let (local, snap) = (context.settings.local_axes, context.settings.snap);
    toggle(
        ui,
        context,
        Command::ToggleAxes,
        if local { "Local" } else { "World" },
        local,
    );
    toggle(ui, context, Command::ToggleSnap, icons::MAGNET, snap);
}

fn views(ui: &mut Ui, context: &mut ViewContext<'_>, viewport: &Viewport) {
    for (command, text) in [
        (Command::ViewPerspective, "Persp"),
        (Command::ViewTop, "Top"),
        (Command::ViewFront, "Front"),
        (Command::ViewSide, "Side"),
    ] {
        toggle(ui, context, command, text, viewport.view() == Some(command));
    }
    toggle(ui, context, Command::FrameAll, icons::FRAME_CORNERS, false);
}

/// What is of the run: whose it is, and going along with a ship of it.
fn run(ui: &mut Ui, context: &ViewContext<'_>, viewport: &mut Viewport) {
    if !context.preview.has_run() {
        return;
    }
    ui.separator();
    let on = viewport.followed.is_some();
    let ships = context.selection.collection() == Some(Collection::Ships);
    let icon = RichText::new(icons::CROSSHAIR_SIMPLE);
    let follow = ui.add_enabled(on || ships, egui::Button::selectable(on, icon));
    follow.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::WidgetType::Button,
            on || ships,
            on,
            "Follow in the run",
        )
    });
    let follow = follow
        .on_hover_text("Keep the selected ship of the run in view as it flies")
        .on_disabled_hover_text("Select a ship, to keep it in view as it flies");
    if follow.clicked() {
        viewport.toggle_follow(context);
    }
}

fn toggle(ui: &mut Ui, context: &mut ViewContext<'_>, command: Command, text: &str, on: bool) {
    let info = command.info();
    let key = info.keys.first().map(|key| ui.ctx().format_shortcut(key));
    let help = match key {
        Some(key) => format!("{} ({key})", info.about),
        None => info.about.to_owned(),
    };
    let button = ui.add(egui::Button::selectable(on, RichText::new(text)));
    button
        .widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, on, info.text));
    if button.on_hover_text(help).clicked() {
        context.command(command);
    }
}

/// The grid's step, and how fine the file's numbers are where the camera looks.
fn info(viewport: &Viewport, grid: &Grid) -> String {
    let focus = viewport.camera.focus;
    let largest = focus.abs().max_element() as f32;
    let next = f32::from_bits(largest.to_bits().saturating_add(1));
    let step = next - largest;
    let fine = if step >= 0.01 && step.is_finite() {
        format!("   numbers here go in steps of {step}")
    } else {
        String::new()
    };
    let flying = if viewport.pointer.is_flying() {
        format!(
            "   flying at {:.0} units a second",
            viewport.camera.fly_speed
        )
    } else {
        String::new()
    };
    format!("Grid {}{fine}{flying}", grid.step)
}
