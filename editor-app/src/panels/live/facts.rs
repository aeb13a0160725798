//! Who answers, how often it is asked, what it plays, and what it was found to do.

use eframe::egui::{self, Ui};
use egui_phosphor::regular as icons;
use runtime::link::client::Capability;

use crate::action::Action;
use crate::live_link::{LinkAction, does, peer_text, section_words};
use crate::settings::LINK_RATES;
use crate::theme;
use crate::view_context::ViewContext;

use super::parts::{Choice, fact, line, named, restart_name, row, unplayable};

/// Share of the rate that is asked for below which the one that is reached is told.
const REACHED: f64 = 0.8;
/// Width of the choice of a rate, where there is room, in points.
const RATE: f32 = 134.0;

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if let Some(hello) = context.link.hello() {
        fact(ui, "Game", |ui| {
            line(ui, |ui| {
                ui.label(peer_text(hello));
            });
        });
    }
    fact(ui, "Link", |ui| {
        let port = context.link.port().unwrap_or_default();
        let trip = context.link.round_trip();
        let trip = trip.map(|it| format!(", answers within {:.0} ms", it.as_secs_f64() * 1000.0));
        line(ui, |ui| {
            ui.label(format!("127.0.0.1:{port}{}", trip.unwrap_or_default()));
        });
    });
    row(ui, "Updates", |ui, label| {
        line(ui, |ui| rate(ui, label, context));
    });
    fact(ui, "Mission", |ui| mission(ui, context));
    if context.link.shows() {
        fact(ui, "The run", |ui| {
            line(ui, |ui| {
                ui.label(match context.preview.stop_text() {
                    // The game holds its script alone.
                    Some(text) => format!("held: {text}; ships fly on meanwhile"),
                    None if context.preview.is_running() => "plays".to_owned(),
                    None => "is paused".to_owned(),
                });
            });
        });
    }
}

/// How often the game is asked how it stands.
fn rate(ui: &mut Ui, label: egui::Id, context: &mut ViewContext<'_>) {
    let current = context.settings.link_rate;
    let text = |rate: u8| format!("{rate} times a second");
    let choice = egui::ComboBox::from_id_salt("link rate")
        .selected_text(text(current))
        .width(ui.available_width().min(RATE))
        .truncate()
        .show_ui(ui, |ui| {
            for rate in LINK_RATES {
                let option = ui.selectable_label(rate == current, text(rate));
                if option.clicked() {
                    context.act(Action::Link(LinkAction::Rate(rate)));
                }
            }
        });
    choice.response.labelled_by(label).on_hover_text(
        "How often the game is asked how it stands: what its script does, and where its ships are. \
         Often looks smoother, and gives the game more to do",
    );
    let reached = context.link.reached();
    let reached = reached.filter(|it| *it < f64::from(current) * REACHED);
    if let (Some(reached), true) = (reached, context.link.mission().is_some()) {
        ui.weak(format!("{reached:.0} of {current} are reached"))
            .on_hover_text("The game takes its time to answer, and is not asked again before");
    }
}

fn mission(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let Some(started) = context.link.mission() else {
        line(ui, |ui| {
            ui.label("None plays. The link waits for one.");
        });
        return;
    };
    let palette = theme::palette(ui);
    let Some(differs) = context.link.differs() else {
        line(ui, |ui| {
            ui.label(format!("{}, number {}", started.file, started.number));
            if !context.link.shows() {
                return;
            }
            // What has errors has no build that could differ from the game's.
            if unplayable(context).is_some() {
                ui.colored_label(palette.warning, icons::WARNING);
                ui.label("the document before its errors");
            } else {
                ui.colored_label(palette.success, icons::CHECK);
                ui.label("the document's build");
            }
        });
        return;
    };
    let own = context.link.plays_document();
    line(ui, |ui| {
        ui.label(format!("{}, number {}", started.file, started.number));
        ui.colored_label(palette.warning, icons::WARNING);
        let words = section_words(differs);
        let text = match (own, words.is_empty()) {
            (true, _) => format!("the document before edits of: {}", named(&words)),
            (false, true) => "another build than the document's".to_owned(),
            (false, false) => format!("another build than the document's: {}", named(&words)),
        };
        let told = ui.label(text);
        if !words.is_empty() {
            told.on_hover_text(format!("What differs: {}", words.join(", ")));
        }
    });
    // What edits do to the document's own build is told with them.
    if !own {
        choices(ui, context);
    }
}

/// How the game and the document come to be one again.
fn choices(ui: &mut Ui, context: &mut ViewContext<'_>) {
    if !context.link.takes_no_edits() {
        Choice {
            name: "Send the Document to the Game",
            does: "changes the game: its mission becomes the document, where live edits can do that",
            unless: unplayable(context),
            action: LinkAction::SendDocument,
        }
        .ui(ui, context);
    }
    if context.link.can_restart() {
        restart(ui, context);
    }
    Choice {
        name: "Open the Game's Mission Here",
        does: "changes this window: what the game plays takes the place of the document",
        unless: None,
        action: LinkAction::Fetch,
    }
    .ui(ui, context);
}

/// The game, to be started anew.
pub(super) fn restart(ui: &mut Ui, context: &mut ViewContext<'_>) {
    Choice {
        name: restart_name(context),
        does: "changes the game: it starts anew, with the document as it is now",
        unless: unplayable(context),
        action: LinkAction::Restart,
    }
    .ui(ui, context);
}

/// What the game was found to do.
pub(super) fn abilities(ui: &mut Ui, context: &ViewContext<'_>) {
    let Some(capabilities) = context.link.capabilities() else {
        return;
    };
    let palette = theme::palette(ui);
    fact(ui, "What it does", |ui| {
        for does in does(&capabilities) {
            let weak = ui.visuals().weak_text_color();
            let (icon, colour, how) = match does.capability {
                Capability::Shown => (icons::CHECK, palette.success, ""),
                Capability::Refused => (icons::X, palette.error, "it does not"),
                Capability::Unknown => (icons::QUESTION, weak, "not seen yet"),
            };
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(colour, icon);
                ui.label(does.what);
                ui.weak(how);
            })
            .response
            .on_hover_text(does.about);
        }
    });
}
