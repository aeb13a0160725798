//! The link to a game: who answers, what it plays, what it does, and what goes to it.

mod controls;
mod edits;
mod facts;
mod parts;

use std::path::PathBuf;

use eframe::egui::{self, Button, RichText, ScrollArea, TextEdit, Ui};
use egui_phosphor::regular as icons;

use crate::action::Action;
use crate::live_link::{LinkAction, Status};
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::top_bar;

/// Width of the panel from which the game's start stands beside its program, in points.
const START_BESIDE: f32 = 360.0;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    top_bar("link").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| controls::ui(ui, context));
        ui.add_space(2.0);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        match context.link.status() {
            Status::None => without(ui, context),
            Status::Starting => {
                waiting(ui, match context.link.started_game() {
                    true => {
                        "The game starts. It is linked to as soon as it listens, within a minute."
                    }
                    false => "The engine starts.",
                });
            }
            Status::Lost => {
                waiting(
                    ui,
                    "The game stands still. It is linked to again as soon as it answers, within a minute.",
                );
            }
            Status::Connecting => {
                let port = context.link.port().unwrap_or_default();
                waiting(ui, &format!("Linking to 127.0.0.1:{port}."));
            }
            Status::Waiting | Status::Playing => {
                facts::ui(ui, context);
                edits::ui(ui, context);
                facts::abilities(ui, context);
            }
        }
        process(ui, context);
    });
}

/// What is shown while there is no link.
fn without(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if let Some(ended) = context.link.ended() {
        let palette = theme::palette(ui);
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(palette.warning, icons::WARNING);
            ui.label(ended);
        });
        ui.add_space(6.0);
    }
    ui.label(
        "A linked game plays the mission in a process of its own, while the panels of the run show it: \
         ghosts in the viewport, threads, values, breakpoints.",
    );
    ui.add_space(8.0);
    game(ui, context);
}

/// Where the game's program is, and its start.
fn game(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let wide = ui.available_width() >= START_BESIDE;
    ui.horizontal(|ui| {
        let label = ui.label("OpenReliant");
        let program = context.settings.game.clone().unwrap_or_default();
        let mut text = program.to_string_lossy().into_owned();
        let field = TextEdit::singleline(&mut text)
            .hint_text("The game's program, in the game's folder")
            .desired_width(ui.available_width() - if wide { 120.0 } else { 34.0 });
        if ui.add(field).labelled_by(label.id).changed() {
            let program = (!text.trim().is_empty()).then(|| PathBuf::from(text.trim()));
            context.act(Action::Link(LinkAction::Game(program)));
        }
        let name = "Choose the game's program";
        let choose = ui.button(icons::FOLDER_OPEN).on_hover_text(name);
        choose.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
        if choose.clicked() {
            context.act(Action::ChooseGame);
        }
        if wide {
            start(ui, context);
        }
    });
    if !wide {
        start(ui, context);
    }
}

fn start(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let has = context.settings.game.is_some();
    let start = ui.add_enabled(has, Button::new(format!("{} Start", icons::PLAY)));
    if start
        .on_hover_text(
            "Put the mission into the game's folder, asking before a file is replaced, and start the \
             game with it",
        )
        .on_disabled_hover_text("Say first where the game's program is")
        .clicked()
    {
        context.act(Action::Link(LinkAction::StartGame));
    }
}

fn waiting(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        // Its arc is wider than its room by half its line.
        ui.add_space(2.0);
        ui.spinner();
        ui.label(text);
    });
}

/// What the process that was started prints.
fn process(ui: &mut Ui, context: &ViewContext<'_>) {
    let lines: Vec<&str> = context.link.process_lines().collect();
    if lines.is_empty() {
        return;
    }
    ui.add_space(6.0);
    let title = match context.link.started_game() {
        true => "The game's log",
        false => "The engine's log",
    };
    egui::CollapsingHeader::new(title)
        .id_salt("process")
        .show(ui, |ui| {
            for line in lines {
                ui.add(egui::Label::new(RichText::new(line).monospace()).wrap());
            }
        });
}
