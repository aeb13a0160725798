//! The link to a game: who answers, what it plays, what it does, and what goes to it.

use std::path::PathBuf;

use eframe::egui::{self, Button, DragValue, RichText, ScrollArea, TextEdit, Ui};
use egui_phosphor::regular as icons;
use model::{Collection, Ship};
use runtime::link::client::Capability;

use crate::action::{Action, Command};
use crate::live_link::{LinkAction, Status, does, peer_text};
use crate::theme;
use crate::view_context::ViewContext;

/// Width of the labels before each fact, in points.
const LABELS: f32 = 84.0;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    egui::Panel::top("link").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| controls(ui, context));
        ui.add_space(2.0);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        match context.link.status() {
            Status::None => without(ui, context),
            Status::Starting => {
                waiting(ui, "The engine starts.");
            }
            Status::Connecting => {
                let port = context.link.port().unwrap_or_default();
                waiting(ui, &format!("Linking to 127.0.0.1:{port}."));
            }
            Status::Waiting | Status::Playing => linked(ui, context),
        }
        process(ui, context);
    });
}

fn controls(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if context.link.status() == Status::None {
        let start = ui.button(format!("{} Start the Engine", icons::PLAY));
        if start
            .on_hover_text(
                "Play the mission as it stands in Sortie's own engine, beside this window",
            )
            .clicked()
        {
            context.act(Action::Link(LinkAction::StartEngine));
        }
        ui.separator();
        let mut port = context.settings.link_port;
        let label = ui.label("Port");
        let field = ui
            .add(DragValue::new(&mut port).range(1..=u16::MAX))
            .labelled_by(label.id)
            .on_hover_text("Where a game on this computer listens for editors");
        if field.changed() {
            context.act(Action::Link(LinkAction::Port(port)));
        }
        let link = ui.button(format!("{} Link", icons::PLUGS_CONNECTED));
        if link
            .on_hover_text("Link to a game that runs already, started with --editor-link")
            .clicked()
        {
            context.act(Action::Link(LinkAction::Connect(port)));
        }
        return;
    }
    let leave = ui.button(format!("{} End the Link", icons::PLUGS));
    let about = match context.link.can_restart() {
        true => "Take leave of the game, and end it",
        false => "Take leave of the game, which plays on",
    };
    if leave.on_hover_text(about).clicked() {
        context.act(Action::Link(LinkAction::Disconnect));
    }
    if context.link.can_restart() {
        let text = format!("{} Restart", icons::ARROW_COUNTER_CLOCKWISE);
        let restart = ui.button(text);
        if restart
            .on_hover_text("End the game and start it again, with the mission as it is now")
            .clicked()
        {
            context.act(Action::Link(LinkAction::Restart));
        }
    }
    if context.link.status() != Status::Playing {
        return;
    }
    ui.separator();
    let playing = context.preview.is_running();
    for (icon, name, command) in [
        match playing {
            true => (icons::PAUSE, "Pause", Command::PreviewPlay),
            false => (icons::PLAY, "Play on", Command::PreviewPlay),
        },
        (icons::ARROW_LINE_RIGHT, "Step over", Command::StepOver),
        (icons::ARROW_LINE_DOWN, "Step into", Command::StepInto),
    ] {
        let button = ui.add_enabled(context.link.shows(), Button::new(icon));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
        let key = command.info().keys.first();
        let key = key
            .map(|key| ui.ctx().format_shortcut(key))
            .unwrap_or_default();
        if button.on_hover_text(format!("{name} ({key})")).clicked() {
            context.command(command);
        }
    }
    ui.separator();
    edits(ui, context);
    ui.separator();
    let pull = ui.add_enabled(
        context.link.shows(),
        Button::new(format!("{} Pull Positions", icons::DOWNLOAD_SIMPLE)),
    );
    if pull
        .on_hover_text(
            "Move the document's ships to where the game has them now, as one step that can be undone",
        )
        .clicked()
    {
        context.act(Action::Link(LinkAction::PullPlaces));
    }
    view(ui, context);
}

fn edits(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let mut on = context.link.live_edits();
    let refused = context
        .link
        .capabilities()
        .is_some_and(|it| it.live_edits() == Capability::Refused);
    let about = match refused {
        true => "This game only logs live edits",
        false => "What you edit goes to the game at once, as long as the mission has no errors",
    };
    if ui
        .checkbox(&mut on, "Live edits")
        .on_hover_text(about)
        .changed()
    {
        context.act(Action::Link(LinkAction::LiveEdits(on)));
    }
}

fn view(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let ships = context.selection.of::<Ship>();
    let one = match ships.as_slice() {
        [one] if context.selection.collection() == Some(Collection::Ships) => Some(one.clone()),
        _ => None,
    };
    let text = format!("{} Look at It", icons::EYE);
    let look = ui.add_enabled(one.is_some(), Button::new(text));
    let look = look
        .on_hover_text("Bring the player's ship behind the selected one, and turn it to look at it")
        .on_disabled_hover_text("Select one ship, to bring the player's view to it");
    if look.clicked()
        && let Some(one) = one
    {
        context.act(Action::Link(LinkAction::View((&one).into())));
    }
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
    ui.horizontal(|ui| {
        let label = ui.label("OpenReliant");
        let program = context.settings.game.clone().unwrap_or_default();
        let mut text = program.to_string_lossy().into_owned();
        let field = TextEdit::singleline(&mut text)
            .hint_text("The game's program, in the game's folder")
            .desired_width((ui.available_width() - 120.0).max(160.0));
        if ui.add(field).labelled_by(label.id).changed() {
            let program = (!text.trim().is_empty()).then(|| PathBuf::from(text.trim()));
            context.act(Action::Link(LinkAction::Game(program)));
        }
        let has = context.settings.game.is_some();
        let start = ui.add_enabled(has, Button::new(format!("{} Start", icons::PLAY)));
        if start
            .on_hover_text(
                "Put the mission into the game's folder, asking before a file is replaced, and start \
                 the game with it",
            )
            .on_disabled_hover_text("Say first where the game's program is")
            .clicked()
        {
            context.act(Action::Link(LinkAction::StartGame));
        }
    });
}

fn waiting(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(text);
    });
}

fn fact(ui: &mut Ui, label: &str, what: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        let room = egui::vec2(LABELS, 16.0);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(room, layout, |ui| {
            ui.set_min_width(LABELS);
            ui.weak(label);
        });
        what(ui);
    });
}

fn linked(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if let Some(hello) = context.link.hello() {
        fact(ui, "Game", |ui| {
            ui.label(peer_text(hello));
        });
    }
    fact(ui, "Link", |ui| {
        let port = context.link.port().unwrap_or_default();
        let trip = context.link.round_trip();
        let trip = trip.map(|it| format!(", answers within {:.0} ms", it.as_secs_f64() * 1000.0));
        ui.label(format!("127.0.0.1:{port}{}", trip.unwrap_or_default()));
    });
    fact(ui, "Mission", |ui| mission(ui, context));
    if context.link.shows() {
        fact(ui, "The run", |ui| {
            ui.label(match context.preview.stop_text() {
                Some(text) => format!("held: {text}"),
                None if context.preview.is_running() => "plays".to_owned(),
                None => "is paused".to_owned(),
            });
        });
    }
    refusals(ui, context);
    if let Some(capabilities) = context.link.capabilities() {
        let palette = theme::palette(ui);
        fact(ui, "What it does", |ui| {
            ui.vertical(|ui| {
                for does in does(&capabilities) {
                    let weak = ui.visuals().weak_text_color();
                    let (icon, colour, how) = match does.capability {
                        Capability::Shown => (icons::CHECK, palette.success, ""),
                        Capability::Refused => (icons::X, palette.error, "it does not"),
                        Capability::Unknown => (icons::QUESTION, weak, "not seen yet"),
                    };
                    ui.horizontal(|ui| {
                        ui.colored_label(colour, icon);
                        ui.label(does.what);
                        ui.weak(how);
                    })
                    .response
                    .on_hover_text(does.about);
                }
            });
        });
    }
}

fn mission(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let Some(started) = context.link.mission() else {
        ui.label("None plays. The link waits for one.");
        return;
    };
    let palette = theme::palette(ui);
    ui.label(format!("{}, number {}", started.file, started.number));
    match context.link.differs() {
        None if context.link.shows() => {
            ui.colored_label(palette.success, icons::CHECK);
            ui.label("the document's build");
        }
        None => {}
        Some(differs) => {
            ui.colored_label(palette.warning, icons::WARNING);
            let names: Vec<_> = differs.iter().map(|id| id.name()).collect();
            let own = context.link.plays_document();
            ui.label(match names.is_empty() {
                _ if own => format!("the document before edits of: {}", names.join(", ")),
                true => "another build than the document's".to_owned(),
                false => format!("another build than the document's: {}", names.join(", ")),
            });
            let can = !context.link.takes_no_edits();
            if ui
                .add_enabled(can, Button::new("Send the Document").small())
                .on_hover_text("Bring the game to the document, by live edits")
                .on_disabled_hover_text("This game takes no live edits")
                .clicked()
            {
                context.act(Action::Link(LinkAction::SendDocument));
            }
            if ui
                .small_button("Open What It Plays")
                .on_hover_text("Open the game's mission in the place of the document")
                .clicked()
            {
                context.act(Action::Link(LinkAction::Fetch));
            }
        }
    }
}

/// What of the edits did not go to the game.
fn refusals(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let palette = theme::palette(ui);
    if context.link.live_edits() && context.link.takes_no_edits() {
        fact(ui, "Edits", |ui| {
            ui.colored_label(palette.warning, icons::WARNING);
            ui.label("This game does not take live edits; it plays on what it started with.");
        });
    }
    let refused = context.link.refused();
    if !refused.is_empty() {
        let texts: Vec<String> = refused.iter().map(ToString::to_string).collect();
        fact(ui, "Edits", |ui| {
            ui.vertical(|ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.colored_label(palette.warning, icons::WARNING);
                    ui.label("The last edits cannot go to a mission that plays:");
                });
                for text in texts {
                    ui.label(format!("•  {text}"));
                }
                if context.link.can_restart() && ui.button("Restart with the Document").clicked() {
                    context.act(Action::Link(LinkAction::Restart));
                }
            });
        });
    }
    for later in context.link.later() {
        fact(ui, "Later", |ui| {
            ui.label(later.to_string());
        });
    }
}

/// What the process that was started says.
fn process(ui: &mut Ui, context: &ViewContext<'_>) {
    let lines: Vec<&str> = context.link.process_lines().collect();
    if lines.is_empty() {
        return;
    }
    ui.add_space(6.0);
    egui::CollapsingHeader::new("What it says")
        .id_salt("process")
        .show(ui, |ui| {
            for line in lines {
                ui.add(egui::Label::new(RichText::new(line).monospace()).wrap());
            }
        });
}
