//! Play, pause, pace, and what comes to the run from outside.

use eframe::egui::{self, Button, DragValue, RichText, Ui};
use egui_phosphor::regular as icons;
use runtime::StandInPilot;

use crate::action::{Action, Command};
use crate::panels::debug::hand_in_menu;
use crate::preview::PreviewAction;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::group;

/// Paces that are offered, in times of the game's own.
const SPEEDS: [f32; 8] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 16.0, 64.0];

/// Why something cannot be asked of a linked game.
const NOT_LINKED: &str = "A linked game goes at its own pace, and only onward";

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    group(ui, "run", |ui| run(ui, context));
    group(ui, "steps", |ui| steps(ui, context));
    group(ui, "time", |ui| {
        time(ui, context);
        outdated(ui, context);
    });
    group(ui, "options", |ui| options(ui, context));
}

/// Play, pause, and whole seconds.
fn run(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let playing = context.preview.is_running();
    let play = if playing { icons::PAUSE } else { icons::PLAY };
    let name = if playing { "Pause" } else { "Play" };
    button(ui, context, play, name, Command::PreviewPlay, true);
    let has_run = context.preview.has_run();
    // A linked game goes at its own pace, and only onward.
    let linked = context.preview.is_linked();
    button(
        ui,
        context,
        icons::ARROW_COUNTER_CLOCKWISE,
        "Restart",
        Command::PreviewRestart,
        true,
    );
    let back = ui.add_enabled(has_run && !linked, Button::new(icons::SKIP_BACK));
    label(&back, "One second back");
    if back
        .on_hover_text("Show the run as it was one second before")
        .on_disabled_hover_text(NOT_LINKED)
        .clicked()
    {
        context.act(Action::Preview(PreviewAction::BackSecond));
    }
    let step = ui.add_enabled(!linked, Button::new(icons::SKIP_FORWARD));
    label(&step, "One second further");
    if step
        .on_hover_text("Run one second more, then pause")
        .on_disabled_hover_text(NOT_LINKED)
        .clicked()
    {
        context.act(Action::Preview(PreviewAction::StepSecond));
    }
    button(
        ui,
        context,
        icons::STOP,
        "Stop",
        Command::PreviewStop,
        has_run,
    );
}

/// Steps, on and back.
fn steps(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let has_run = context.preview.has_run();
    let linked = context.preview.is_linked();
    for (icon, name, command) in [
        (icons::REWIND, "Run backwards", Command::BackToStop),
        (icons::ARROW_LINE_LEFT, "Step back", Command::BackStatement),
        (icons::ARROW_LINE_RIGHT, "Step over", Command::StepOver),
        (icons::ARROW_LINE_DOWN, "Step into", Command::StepInto),
        (icons::ARROW_LINE_UP, "Step out", Command::StepOut),
    ] {
        let back = matches!(command, Command::BackToStop | Command::BackStatement);
        let out = command == Command::StepOut;
        let on = (has_run || !back) && !(linked && (back || out));
        button(ui, context, icon, name, command, on);
    }
}

/// The pace, and what comes to the run from outside.
fn options(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let linked = context.preview.is_linked();
    ui.add_enabled_ui(!linked, |ui| speed(ui, context));
    let options = ui.menu_button(icons::GEAR, |ui| {
        ui.set_min_width(170.0);
        pilot(ui, context);
        seed(ui, context);
    });
    label(&options.response, "Run options");
    options
        .response
        .on_hover_text("What stands in for the player, and what chance starts from");
    hand_in_menu::menu_button(ui, context, |ui, context| {
        hand_in_menu::of_selection(ui, context, None);
    });
}

/// A sign that the run is of the mission as it was. It has its room always, so that nothing moves.
fn outdated(ui: &mut Ui, context: &ViewContext<'_>) {
    let colour = match context.preview.is_outdated() {
        true => theme::palette(ui).warning,
        false => egui::Color32::TRANSPARENT,
    };
    let sign = ui.label(RichText::new(icons::WARNING).color(colour));
    if context.preview.is_outdated() {
        sign.on_hover_text(if context.preview.is_linked() {
            "Edited since: the game plays the mission as it was. Live edits bring it up to date, or a \
             restart; see Live."
        } else {
            "Edited since: the run is of the mission as it was. Once it stands and the mission has no \
             errors, it is run again to the same moment as the mission is now."
        });
    }
}

fn label(response: &egui::Response, name: &'static str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
}

fn button(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    icon: &str,
    name: &'static str,
    command: Command,
    on: bool,
) {
    let info = command.info();
    let key = info
        .keys
        .first()
        .map(|key| ui.ctx().format_shortcut(key))
        .unwrap_or_default();
    let button = ui.add_enabled(on, Button::new(icon));
    label(&button, name);
    if button
        .on_hover_text(format!("{} ({key})\n{}", info.text, info.about))
        .clicked()
    {
        context.command(command);
    }
}

/// The time of the run, as wide for every time so that nothing beside it moves.
fn time(ui: &mut Ui, context: &ViewContext<'_>) {
    let text = match context.preview.snapshot() {
        Some(snapshot) => context.preview.now_text(snapshot.tick),
        None => "-:--.--".to_owned(),
    };
    ui.monospace(format!("{text:>8}"))
        .on_hover_text(match context.preview.is_linked() {
            true => "Minutes and seconds, which are all that a link tells",
            false => "Minutes, seconds and ticks of a hundredth",
        });
    if let Some(ending) = context.preview.snapshot().and_then(|it| it.ending) {
        ui.weak(crate::preview::ending_text(ending));
    }
}

fn speed(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let current = context.settings.preview_speed;
    egui::ComboBox::from_id_salt("speed")
        .selected_text(format!("{current}×"))
        .width(56.0)
        .show_ui(ui, |ui| {
            for speed in SPEEDS {
                if ui
                    .selectable_label(speed == current, format!("{speed}×"))
                    .clicked()
                {
                    context.act(Action::Preview(PreviewAction::Speed(speed)));
                }
            }
        })
        .response
        .on_hover_text("Pace, in times of the game's own");
}

fn pilot(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let current = context.preview.pilot();
    egui::ComboBox::from_id_salt("pilot")
        .selected_text(pilot_text(current))
        .width(96.0)
        .show_ui(ui, |ui| {
            for pilot in [
                StandInPilot::FollowNavPoints,
                StandInPilot::Fight,
                StandInPilot::Hold,
            ] {
                if ui
                    .selectable_label(pilot == current, pilot_text(pilot))
                    .clicked()
                {
                    context.act(Action::Preview(PreviewAction::Pilot(pilot)));
                }
            }
        })
        .response
        .on_hover_text("What stands in for the player");
}

fn pilot_text(pilot: StandInPilot) -> &'static str {
    match pilot {
        StandInPilot::Hold => "Player: holds",
        StandInPilot::FollowNavPoints => "Player: route",
        StandInPilot::Fight => "Player: fights",
    }
}

fn seed(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let mut seed = context.preview.seed();
    let drag = ui.add(DragValue::new(&mut seed).prefix("seed "));
    if drag
        .on_hover_text("What chance starts from, at the next start")
        .changed()
    {
        context.act(Action::Preview(PreviewAction::Seed(seed)));
    }
}
