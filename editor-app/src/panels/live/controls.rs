//! The buttons at the top: the link itself, the run, and what goes from one side to the other.

use eframe::egui::{self, Button, DragValue, Ui};
use egui_phosphor::regular as icons;
use model::{Collection, Ship};
use runtime::link::client::Capability;
use runtime::link::tag;

use crate::action::{Action, Command};
use crate::live_link::{LinkAction, Status};
use crate::view_context::ViewContext;
use crate::widgets::group;

use super::parts::{restart_name, unplayable, unshown};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if context.link.status() == Status::None {
        starts(ui, context);
        return;
    }
    group(ui, "link", |ui| link(ui, context));
    if context.link.status() != Status::Playing {
        return;
    }
    group(ui, "run", |ui| run(ui, context));
    group(ui, "edits", |ui| live_edits(ui, context));
    group(ui, "places", |ui| {
        pull(ui, context);
        view(ui, context);
    });
}

/// What begins a link.
fn starts(ui: &mut Ui, context: &mut ViewContext<'_>) {
    group(ui, "engine", |ui| start_engine(ui, context));
    group(ui, "port", |ui| connect(ui, context));
}

fn start_engine(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let text = format!("{} Start the Engine", icons::PLAY);
    let unless = unplayable(context);
    let start = ui.add_enabled(unless.is_none(), Button::new(text));
    if start
        .on_hover_text("Play the document as it stands in Sortie's own engine, beside this window")
        .on_disabled_hover_text(unless.unwrap_or_default())
        .clicked()
    {
        context.act(Action::Link(LinkAction::StartEngine));
    }
}

/// The link to a game that runs already.
fn connect(ui: &mut Ui, context: &mut ViewContext<'_>) {
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
}

/// What ends a link or begins it anew.
fn link(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let leave = ui.button(format!("{} End the Link", icons::PLUGS));
    let about = match context.link.can_restart() {
        true => "Take leave of the game, and end it. The document stays as it is",
        false => "Take leave of the game, which plays on. The document stays as it is",
    };
    if leave.on_hover_text(about).clicked() {
        context.act(Action::Link(LinkAction::Disconnect));
    }
    if !context.link.can_restart() {
        return;
    }
    let text = format!(
        "{} {}",
        icons::ARROW_COUNTER_CLOCKWISE,
        restart_name(context)
    );
    let unless = unplayable(context);
    let restart = ui.add_enabled(unless.is_none(), Button::new(text));
    if restart
        .on_hover_text("End the game and start it anew: it plays the document as it is now")
        .on_disabled_hover_text(unless.unwrap_or_default())
        .clicked()
    {
        context.act(Action::Link(LinkAction::Restart));
    }
}

/// Pause and steps.
fn run(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let playing = context.preview.is_running();
    let unless = unshown(context);
    for (icon, name, command) in [
        match playing {
            true => (icons::PAUSE, "Pause", Command::PreviewPlay),
            false => (icons::PLAY, "Play on", Command::PreviewPlay),
        },
        (icons::ARROW_LINE_RIGHT, "Step over", Command::StepOver),
        (icons::ARROW_LINE_DOWN, "Step into", Command::StepInto),
    ] {
        let on = unless.is_none();
        let button = ui.add_enabled(on, Button::new(icon));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, on, name));
        let key = command.info().keys.first();
        let key = key
            .map(|key| ui.ctx().format_shortcut(key))
            .unwrap_or_default();
        if button
            .on_hover_text(format!("{name} ({key})"))
            .on_disabled_hover_text(unless.unwrap_or_default())
            .clicked()
        {
            context.command(command);
        }
    }
}

fn live_edits(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let mut on = context.link.live_edits();
    let refused = context.link.takes_no_edits();
    // It can always be switched off.
    let switch = ui.add_enabled(on || !refused, egui::Checkbox::new(&mut on, "Live edits"));
    if switch
        .on_hover_text(
            "What you edit goes to the game at once, as long as the mission has no errors",
        )
        .on_disabled_hover_text("This game takes no live edits: it only writes them into its log")
        .changed()
    {
        context.act(Action::Link(LinkAction::LiveEdits(on)));
    }
}

fn pull(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let unless = unshown(context).or_else(|| {
        (!context.link.plays_document())
            .then_some("The game plays another mission than the document, with other ships")
    });
    let text = format!("{} Pull Positions", icons::DOWNLOAD_SIMPLE);
    let pull = ui.add_enabled(unless.is_none(), Button::new(text));
    if pull
        .on_hover_text(
            "Move the document's ships to where the game has them now, as one step that can be undone",
        )
        .on_disabled_hover_text(unless.unwrap_or_default())
        .clicked()
    {
        context.act(Action::Link(LinkAction::PullPlaces));
    }
}

fn view(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let ships = context.selection.of::<Ship>();
    let one = match ships.as_slice() {
        [one] if context.selection.collection() == Some(Collection::Ships) => Some(one.clone()),
        _ => None,
    };
    let views = context
        .link
        .capabilities()
        .is_none_or(|it| it.of(tag::VIEW_SHIP) != Capability::Refused);
    let text = format!("{} Look at It", icons::EYE);
    let look = ui.add_enabled(views && one.is_some(), Button::new(text));
    let look = look
        .on_hover_text("Move the player's ship behind the selected one, and turn it to look at it. It stays there")
        .on_disabled_hover_text(match views {
            true => "Select one ship, to move the player's ship to it",
            false => "This game does not move the player's ship to another",
        });
    if look.clicked()
        && let Some(one) = one
    {
        context.act(Action::Link(LinkAction::View((&one).into())));
    }
}
