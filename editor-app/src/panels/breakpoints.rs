//! Where the run stops: every breakpoint, what it waits for, how often it was hit.

use eframe::egui::{self, Button, ComboBox, DragValue, Grid, RichText, ScrollArea, TextEdit, Ui};
use egui_phosphor::regular as icons;
use formats::catalogue;
use model::diagnostic::Place;
use model::{AnyId, Collection};
use runtime::debug::{HitCount, Position};

use crate::action::Action;
use crate::breakpoints::{Breakpoint, BreakpointAction, On, filled};
use crate::preview::PreviewAction;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::empty_state;

use super::inspector::name_control;

/// Room for the labels of a breakpoint's fields, and for the fields, in points.
const LABELS: f32 = 90.0;
const LEAST_FIELD: f32 = 240.0;
const MOST_FIELD: f32 = 900.0;

/// Draws the panel.
pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>) {
    egui::Panel::top("breakpoints-bar").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| bar(ui, context));
        ui.add_space(2.0);
    });
    if context.breakpoints.is_empty() {
        empty_state(
            ui,
            "No breakpoints",
            "Click in the margin of a text, press F9 on its line, or add one on a trigger, a command, \
             an event, a global or a variable above.",
        );
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let list: Vec<Breakpoint> = context.breakpoints.iter().cloned().collect();
        for breakpoint in &list {
            row(ui, context, breakpoint);
        }
        logged(ui, context);
    });
}

fn bar(ui: &mut Ui, context: &mut ViewContext<'_>) {
    ui.menu_button(format!("{} Add", icons::PLUS), |ui| add_menu(ui, context));
    let any = !context.breakpoints.is_empty();
    let on = context.breakpoints.iter().any(|it| it.enabled);
    let text = if on { "Disable All" } else { "Enable All" };
    if ui.add_enabled(any, Button::new(text)).clicked() {
        context.act(Action::Breakpoint(BreakpointAction::EnableAll(!on)));
    }
    if ui.add_enabled(any, Button::new("Remove All")).clicked() {
        context.act(Action::Breakpoint(BreakpointAction::RemoveAll));
    }
    ui.separator();
    let mut faults = context.breakpoints.stops_at_faults();
    if ui
        .checkbox(&mut faults, "Stop where a thread fails")
        .on_hover_text(
            "A division by zero, a full stack and the like end a thread; the run stops there",
        )
        .changed()
    {
        context.act(Action::Breakpoint(BreakpointAction::Faults(faults)));
    }
}

fn add_menu(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let mission = context.mission();
    let mut wanted = None;
    let records = |collection| -> Vec<AnyId> { mission.ids(collection) };
    ui.menu_button("On a trigger that fires", |ui| {
        wanted =
            pick_record(ui, records(Collection::Triggers)).map(|trigger| On::Trigger { trigger });
    });
    let mut global = None;
    ui.menu_button("On a write of a global", |ui| {
        global = pick_record(ui, records(Collection::Globals)).map(|global| On::Global { global });
    });
    let mut other = None;
    ui.menu_button("On a write of a game variable", |ui| {
        other = pick(
            ui,
            (0..=255u8).filter_map(|number| {
                let name = catalogue::variable(number)?.name.clone()?;
                Some((name, On::Variable { variable: number }))
            }),
        );
    });
    ui.menu_button("On a command", |ui| {
        let commands = (0..=255u8).filter_map(|number| {
            let name = catalogue::command(number)?.name.clone();
            Some((name, On::Command { command: number }))
        });
        other = pick(ui, commands).or(other.take());
    });
    ui.menu_button("On an event", |ui| {
        let events = (0..=255u8).filter_map(|number| {
            let name = catalogue::condition(number)?.symbol();
            let object = None;
            Some((
                name,
                On::Event {
                    condition: number,
                    object,
                },
            ))
        });
        other = pick(ui, events).or(other.take());
    });
    let selected = context.selection.last().filter(|it| {
        matches!(
            it.collection,
            Collection::Ships | Collection::FlightGroups | Collection::Squads
        )
    });
    if let Some(selected) = selected {
        ui.menu_button(format!("On an event of {}", selected.id), |ui| {
            let events = (0..=255u8).filter_map(|number| {
                let name = catalogue::condition(number)?.symbol();
                let object = Some(selected.clone());
                Some((
                    name,
                    On::Event {
                        condition: number,
                        object,
                    },
                ))
            });
            other = pick(ui, events).or(other.take());
        });
    }
    if let Some(on) = wanted.or(global).or(other) {
        context.act(Action::Breakpoint(BreakpointAction::Add(on)));
        ui.close();
    }
}

fn pick_record(ui: &mut Ui, records: Vec<AnyId>) -> Option<AnyId> {
    if records.is_empty() {
        ui.weak("The mission has none.");
    }
    pick(ui, records.into_iter().map(|it| (it.id.to_string(), it)))
}

fn pick<T>(ui: &mut Ui, choices: impl Iterator<Item = (String, T)>) -> Option<T> {
    let mut picked = None;
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        ui.set_min_width(180.0);
        for (name, value) in choices {
            if ui.button(name).clicked() {
                picked = Some(value);
            }
        }
    });
    picked
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, breakpoint: &Breakpoint) {
    let title = title(context, breakpoint);
    let id = ui.make_persistent_id(("breakpoint", breakpoint.id));
    let state =
        egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
    let header = state.show_header(ui, |ui| {
        let mut enabled = breakpoint.enabled;
        let check = ui.checkbox(&mut enabled, "");
        name_control(&check, &format!("Enable {title}"));
        if check.changed() {
            change(context, breakpoint, |it| it.enabled = enabled);
        }
        let palette = theme::palette(ui);
        let problem = problem_of(context, breakpoint);
        let mut text = RichText::new(&title);
        if !breakpoint.enabled {
            text = text.weak();
        }
        match place_of(breakpoint) {
            Some(place) => {
                if ui.link(text).clicked() {
                    context.go_to(place);
                }
            }
            None => {
                ui.label(text);
            }
        }
        if !breakpoint.condition.trim().is_empty() {
            // Set apart: the line itself may begin with `if`.
            ui.label("when");
            ui.monospace(breakpoint.condition.trim());
        }
        if let Some(message) = &breakpoint.log {
            ui.weak(format!("notes \"{message}\""));
        }
        let hits = hits_of(context, breakpoint);
        if hits > 0 {
            ui.weak(format!("{hits}×"))
                .on_hover_text(match counts_all(context, breakpoint) {
                    true => "Hits up to the moment that is shown",
                    false => {
                        "Hits since it was set, up to the moment that is shown. One that chooses among \
                         its hits counts them from the start of the run."
                    }
                });
        }
        if let Some(problem) = problem {
            ui.colored_label(palette.warning, icons::WARNING)
                .on_hover_text(&problem);
            ui.colored_label(palette.warning, problem);
        }
    });
    header.body(|ui| {
        editor(ui, context, breakpoint);
        if ui.button("Remove").clicked() {
            let remove = BreakpointAction::Remove(breakpoint.id);
            context.act(Action::Breakpoint(remove));
        }
    });
}

/// The condition, the hits and the message of a breakpoint, to be changed.
pub(super) fn editor(ui: &mut Ui, context: &mut ViewContext<'_>, breakpoint: &Breakpoint) {
    // A grid is as wide as its widest field, so the fields take what is beside their labels.
    let width = (ui.available_width() - LABELS).clamp(LEAST_FIELD, MOST_FIELD);
    Grid::new(("breakpoint-editor", breakpoint.id))
        .num_columns(2)
        .spacing([8.0, 4.0])
        .show(ui, |ui| {
            let condition = text_row(
                ui,
                "Condition",
                "score == 3 and flag[jump_ready] == 0",
                &breakpoint.condition,
                ("condition", breakpoint.id),
                width,
            );
            condition.0.on_hover_text(
                "An expression of the script language, in the scope of the line; the run stops where \
                 it is not 0",
            );
            if let Some(text) = condition.1 {
                change(context, breakpoint, |it| it.condition = text);
            }
            ui.end_row();
            ui.label("Hits");
            hits_row(ui, context, breakpoint);
            ui.end_row();
            let message = text_row(
                ui,
                "Note",
                "score is {score}",
                breakpoint.log.as_deref().unwrap_or_default(),
                ("note", breakpoint.id),
                width,
            );
            message.0.on_hover_text(
                "With a message the run does not stop: the message is noted, with the values of the \
                 expressions in braces",
            );
            if let Some(text) = message.1 {
                let log = (!text.is_empty()).then_some(text);
                change(context, breakpoint, |it| it.log = log);
            }
            ui.end_row();
        });
    if let Some(problem) = problem_of(context, breakpoint) {
        ui.colored_label(theme::palette(ui).warning, problem);
    }
}

fn text_row(
    ui: &mut Ui,
    label: &str,
    hint: &str,
    value: &str,
    salt: (&str, u32),
    width: f32,
) -> (egui::Response, Option<String>) {
    ui.label(label);
    let mut text = value.to_owned();
    let field = ui.add(
        TextEdit::singleline(&mut text)
            .id_salt(salt)
            .hint_text(hint)
            .desired_width(width)
            .font(egui::TextStyle::Monospace),
    );
    name_control(&field, label);
    let changed = field.changed().then_some(text);
    (field, changed)
}

fn hits_row(ui: &mut Ui, context: &mut ViewContext<'_>, breakpoint: &Breakpoint) {
    ui.horizontal(|ui| {
        let hits = breakpoint.hits;
        let kinds = [
            ("each", HitCount::Any),
            ("only number", HitCount::Exactly(1)),
            ("from number", HitCount::From(1)),
            ("every", HitCount::Every(2)),
        ];
        let same =
            |other: &HitCount| std::mem::discriminant(&hits) == std::mem::discriminant(other);
        let current = kinds.iter().find(|(_, it)| same(it));
        let combo = ComboBox::from_id_salt(("hits", breakpoint.id))
            .selected_text(current.map_or("each", |(text, _)| text))
            .width(110.0)
            .show_ui(ui, |ui| {
                for (text, kind) in kinds {
                    if ui.selectable_label(same(&kind), text).clicked() && !same(&kind) {
                        change(context, breakpoint, |it| it.hits = kind);
                    }
                }
            });
        name_control(&combo.response, "Hits");
        if let HitCount::Exactly(number) | HitCount::From(number) | HitCount::Every(number) = hits {
            let mut value = number;
            let drag = ui.add(DragValue::new(&mut value).range(1..=1_000_000));
            name_control(&drag, "Number of hits");
            if drag.changed() {
                let hits = match hits {
                    HitCount::Exactly(_) => HitCount::Exactly(value),
                    HitCount::From(_) => HitCount::From(value),
                    _ => HitCount::Every(value),
                };
                change(context, breakpoint, |it| it.hits = hits);
            }
        }
    });
}

fn change(
    context: &mut ViewContext<'_>,
    breakpoint: &Breakpoint,
    with: impl FnOnce(&mut Breakpoint),
) {
    let mut changed = breakpoint.clone();
    with(&mut changed);
    context.act(Action::Breakpoint(BreakpointAction::Change(changed)));
}

/// What a breakpoint waits for, in words.
fn title(context: &ViewContext<'_>, breakpoint: &Breakpoint) -> String {
    let symbol = |number: u8| {
        catalogue::condition(number).map_or_else(|| format!("event {number}"), |it| it.symbol())
    };
    match &breakpoint.on {
        On::Line { owner, at } => {
            let text = context.mission().body(owner).map(|it| it.text.as_str());
            let text = text.unwrap_or_default();
            let before = text.get(..*at).unwrap_or_default();
            let line = text.get(*at..).and_then(|rest| rest.lines().next());
            let number = before.matches('\n').count() + 1;
            format!("{}:{number}  {}", owner.id, line.unwrap_or_default().trim())
        }
        On::Trigger { trigger } => format!("{} fires", trigger.id),
        On::Command { command } => {
            let name = catalogue::command(*command).map(|it| it.name.clone());
            format!("{} is called", name.unwrap_or_else(|| command.to_string()))
        }
        On::Event { condition, object } => match object {
            Some(object) => format!("{} of {} is raised", symbol(*condition), object.id),
            None => format!("{} is raised", symbol(*condition)),
        },
        On::Global { global } => format!("{} is written", global.id),
        On::Variable { variable } => {
            let name = catalogue::variable(*variable).and_then(|it| it.name.clone());
            let name = name.unwrap_or_else(|| variable.to_string());
            format!("flag[{name}] is written")
        }
    }
}

fn place_of(breakpoint: &Breakpoint) -> Option<Place> {
    match &breakpoint.on {
        On::Line { owner, at } => Some(Place::text(owner.clone(), *at..*at)),
        on => on.record().cloned().map(Place::record),
    }
}

fn problem_of(context: &ViewContext<'_>, breakpoint: &Breakpoint) -> Option<String> {
    if let Some(record) = breakpoint.on.record()
        && !context.mission().contains(record)
    {
        return Some(format!("{record} is not in the mission"));
    }
    let resolved = context.preview.resolved();
    let problem = resolved.and_then(|it| it.problems.get(&breakpoint.id).cloned());
    problem.or_else(|| {
        let cause = context.preview.tally()?.failure(breakpoint.id)?;
        Some(format!("the condition had no value: {cause}"))
    })
}

fn hits_of(context: &ViewContext<'_>, breakpoint: &Breakpoint) -> usize {
    let now = context.preview.position();
    let tally = context.preview.tally();
    tally
        .zip(now)
        .map_or(0, |(tally, now)| tally.hits(breakpoint.id, now))
}

/// Whether its hits are all that there were up to the moment that is shown.
fn counts_all(context: &ViewContext<'_>, breakpoint: &Breakpoint) -> bool {
    let now = context.preview.position();
    let tally = context.preview.tally();
    tally
        .zip(now)
        .is_some_and(|(tally, now)| tally.counts_all(breakpoint.id, now.tick))
}

/// What a breakpoint noted in place of a stop.
pub(super) struct Noted {
    pub(super) position: Position,
    pub(super) text: String,
}

/// What breakpoints noted, first to last.
pub(super) fn noted(context: &ViewContext<'_>) -> Vec<Noted> {
    let tally = context.preview.tally().into_iter();
    tally
        .flat_map(|tally| tally.logged())
        .filter_map(|it| {
            let mut list = context.breakpoints.iter();
            let of = list.find(|of| of.id == it.breakpoint)?;
            let values = it.values.iter().map(|value| match value {
                Ok(value) => value.cast_signed().to_string(),
                Err(cause) => format!("({cause})"),
            });
            Some(Noted {
                position: it.position,
                text: filled(of.log.as_deref()?, values),
            })
        })
        .collect()
}

/// What breakpoints noted up to the moment that is shown, latest first.
fn logged(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let now = context.preview.position();
    let mut noted = noted(context);
    noted.retain(|it| now.is_some_and(|now| it.position <= now));
    if noted.is_empty() {
        return;
    }
    ui.separator();
    ui.horizontal(|ui| {
        ui.strong("Noted");
        if ui.small_button("Copy").clicked() {
            let rows = noted
                .iter()
                .map(|it| {
                    let time = context.preview.now_text(it.position.tick);
                    format!("{time}\t{}\n", it.text)
                })
                .collect::<Vec<_>>();
            context.act(Action::Copy(rows.concat()));
        }
    });
    for Noted { position, text } in noted.iter().rev().take(500) {
        ui.horizontal(|ui| {
            let time = context.preview.now_text(position.tick);
            let time = RichText::new(time).monospace();
            if context.preview.is_linked() {
                // No link leads back to a moment.
                ui.label(time);
            } else if ui.link(time).on_hover_text("Show that moment").clicked() {
                context.act(Action::Preview(PreviewAction::SeekTo(*position)));
            }
            ui.label(text);
        });
    }
}
