//! Every trigger as a sentence whose words can be changed.

use eframe::egui::{Align, Button, Label, Layout, RichText, Sense, TextEdit, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};
use egui_phosphor::regular as icons;
use formats::catalogue::{Condition, EventValue, Kinds, condition};
use model::edit::Edit;
use model::sentence::{operand_text, trigger_sentence};
use model::{AnyId, Body, Collection, Operand, Record as _, Repeat, Run, Trigger, TriggerChange};

use crate::action::{Action, Command};
use crate::breakpoints::On;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::{Choice, empty_state, marked, one_of, searchable, toggle};

use super::debug::Debug;
use super::inspector::{
    condition_choices, operand_choices, run_choices, run_text, set_run, subject_choices,
    subject_text,
};

const ROW: f32 = 22.0;

/// What the panel remembers.
#[derive(Default)]
pub(super) struct Triggers {
    wanted: String,
    /// Whether only triggers that have to do with the selection are shown.
    of_selection: bool,
    /// Whether what the triggers did in the run is shown, rather than what they say.
    states: bool,
}

impl Triggers {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, debug: &mut Debug) {
        if self.states {
            ui.horizontal(|ui| self.faces(ui));
            debug.trigger_states(ui, context);
            return;
        }
        self.toolbar(ui, context);
        if context.mission().triggers.is_empty() {
            empty_state(
                ui,
                "No triggers",
                "A trigger runs a routine when something happens to a ship, a flight group or a \
                 squad. Add one above.",
            );
            return;
        }
        let shown = self.shown(context);
        if shown.is_empty() {
            ui.weak("No trigger is like that.");
            return;
        }
        table(ui, context, &shown);
    }

    /// Shows what the triggers did in the run, or what they say.
    pub(super) fn show_states(&mut self, states: bool) {
        self.states = states;
    }

    fn faces(&mut self, ui: &mut Ui) {
        one_of(ui, &mut self.states, false, "Sentences")
            .on_hover_text("What each trigger waits for and runs");
        one_of(ui, &mut self.states, true, "In the run")
            .on_hover_text("Which are armed, were tested and fired at the moment that is shown");
    }

    fn toolbar(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let selected = context.selection.of::<Trigger>();
        // What does not fit goes below, and does not make the table wider than the panel.
        ui.horizontal_wrapped(|ui| {
            self.faces(ui);
            ui.separator();
            if ui.button(format!("{} Add", icons::PLUS)).clicked() {
                context.act(Action::Add(Collection::Triggers));
            }
            ui.add_enabled_ui(!selected.is_empty(), |ui| {
                for (icon, command) in [
                    (icons::COPY, Command::Duplicate),
                    (icons::TRASH, Command::Delete),
                ] {
                    let info = command.info();
                    let button = ui.add(Button::new(format!("{icon} {}", info.text)));
                    if button.on_hover_text(info.about).clicked() {
                        context.command(command);
                    }
                }
                for (icon, name, command) in [
                    (icons::ARROW_UP, "Up", Command::MoveUp),
                    (icons::ARROW_DOWN, "Down", Command::MoveDown),
                ] {
                    let button = ui.add(Button::new(format!("{icon} {name}"))).on_hover_text(
                        "Triggers of one subject are tried in this order (Alt with the arrow keys)",
                    );
                    if button.clicked() {
                        context.command(command);
                    }
                }
            });
            ui.separator();
            toggle(ui, &mut self.of_selection, "Of the selection")
                .on_hover_text("Only triggers that wait for or ask about what is selected");
            ui.add(
                TextEdit::singleline(&mut self.wanted)
                    .hint_text("Search")
                    .desired_width(160.0),
            );
        });
    }

    fn shown(&self, context: &ViewContext<'_>) -> Vec<usize> {
        let wanted = self.wanted.to_lowercase();
        let matches = |trigger: &Trigger| {
            let text = trigger_sentence(trigger).to_lowercase();
            let id = trigger.id.as_str();
            wanted
                .split_whitespace()
                .all(|word| text.contains(word) || id.contains(word))
        };
        let selection = context.selection.records();
        let concerns = |trigger: &Trigger| {
            selection.contains(&trigger.any_id())
                || selection.iter().any(|record| is_about(trigger, record))
        };
        context
            .mission()
            .triggers
            .iter()
            .enumerate()
            .filter(|(_, it)| matches(it) && (!self.of_selection || concerns(it)))
            .map(|(at, _)| at)
            .collect()
    }
}

/// Whether a trigger waits for a record, asks for it or runs it.
fn is_about(trigger: &Trigger, record: &AnyId) -> bool {
    let subject = trigger.subject.as_ref().and_then(model::Subject::record);
    let runs = matches!(&trigger.run, Run::Routine(id) if AnyId::from(id) == *record);
    subject.as_ref() == Some(record)
        || runs
        || trigger
            .operands
            .iter()
            .any(|it| it.record().as_ref() == Some(record))
}

/// Width from which a value of an event has its label before it.
const ROOM_FOR_LABEL: f32 = 120.0;

/// Title, help, width and least width of each column; the last takes what is left.
const COLUMNS: [(&str, &str, f32, f32); 7] = [
    ("Trigger", "Its id; a click selects it", 112.0, 60.0),
    ("When", "Whose event it waits for", 110.0, 60.0),
    ("is", "The event", 104.0, 60.0),
    ("with", "What the event's values must be", 100.0, 60.0),
    ("how often", "Once, whenever, or so many times", 70.0, 50.0),
    (
        "later",
        "Left to the scheduler, rather than run inside the event",
        34.0,
        30.0,
    ),
    ("run", "What it runs", 160.0, 110.0),
];

fn table(ui: &mut Ui, context: &mut ViewContext<'_>, shown: &[usize]) {
    // A wide window has room for whole ids from the start; in a narrow one each gives way, so that
    // what is run keeps its place.
    let drawn: f32 = COLUMNS.iter().map(|(_, _, width, _)| width).sum();
    let gaps = ui.spacing().item_spacing.x * COLUMNS.len() as f32;
    let room = ui.available_width() - gaps - ui.spacing().scroll.allocated_width();
    let scale = (room / drawn).min(1.0);
    let scale = (ui.available_width() * 0.85 / drawn).clamp(scale, 2.0);
    let mut table = TableBuilder::new(ui)
        // The widths that the author draws in a narrow panel are not those of a wide one.
        .id_salt(("triggers", scale < 1.0))
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center));
    for (i, (_, _, width, least)) in COLUMNS.into_iter().enumerate() {
        let last = i + 1 == COLUMNS.len();
        let column = if last {
            Column::remainder()
        } else {
            Column::initial((width * scale).max(least)).resizable(true)
        };
        table = table.column(column.at_least(least).clip(true));
    }
    table
        .header(ROW, |mut header| {
            for (title, help, ..) in COLUMNS {
                header.col(|ui| {
                    ui.strong(title).on_hover_text(help);
                });
            }
        })
        .body(|body| {
            body.rows(ROW, shown.len(), |mut row| {
                let at = shown.get(row.index()).copied().unwrap_or_default();
                let Some(trigger) = context.mission().triggers.at(at).cloned() else {
                    return;
                };
                let id = trigger.any_id();
                row.set_selected(context.selection.contains(&id));
                cells(&mut row, context, &trigger, &id);
                let response = row.response();
                if response.clicked() {
                    let modifiers = response.ctx.input(|input| input.modifiers);
                    context.click(&id, modifiers);
                }
                response.context_menu(|ui| {
                    ui.weak(id.to_string());
                    let trigger = id.clone();
                    super::debug::debug_menu(ui, context, &On::Trigger { trigger });
                });
                if response.double_clicked()
                    && matches!(trigger.run, Run::Body(_) | Run::Routine(_))
                {
                    context.edit_text(&id);
                }
            });
        });
}

fn cells(row: &mut TableRow<'_, '_>, context: &mut ViewContext<'_>, trigger: &Trigger, id: &AnyId) {
    row.col(|ui| name(ui, context, trigger, id));
    row.col(|ui| {
        let mission = context.mission();
        let current = subject_text(&trigger.subject);
        let choices = || marked(subject_choices(mission), |it| *it == trigger.subject);
        let (_, taken) = searchable(ui, ("subject", id), "Subject", &current, choices);
        set(
            context,
            trigger,
            "subject",
            taken.map(TriggerChange::Subject),
        );
    });
    row.col(|ui| {
        let current = condition(trigger.condition).map_or_else(
            || format!("condition {}", trigger.condition),
            Condition::symbol,
        );
        let (_, taken) = searchable(
            ui,
            ("condition", id),
            "Condition",
            &current,
            condition_choices,
        );
        set(
            context,
            trigger,
            "condition",
            taken.map(TriggerChange::Condition),
        );
    });
    row.col(|ui| operands(ui, context, trigger, id));
    row.col(|ui| {
        let current = model::sentence::repeat(trigger.repeat);
        let (_, taken) = searchable(ui, ("repeat", id), "Repeat", &current, repeat_choices);
        set(context, trigger, "repeat", taken.map(TriggerChange::Repeat));
    });
    row.col(|ui| {
        let mut deferred = trigger.deferred != 0;
        if ui.checkbox(&mut deferred, "").changed() {
            let change = TriggerChange::Deferred(u8::from(deferred));
            set(context, trigger, "deferred", Some(change));
        }
    });
    row.col(|ui| run(ui, context, trigger, id));
}

fn name(ui: &mut Ui, context: &mut ViewContext<'_>, trigger: &Trigger, id: &AnyId) {
    if let Some(severity) = context.worst(id) {
        let colour = theme::palette(ui).severity(severity);
        ui.label(RichText::new(theme::severity_icon(severity)).color(colour));
    }
    let label = Label::new(trigger.id.as_str()).truncate().selectable(false);
    ui.add(label).on_hover_text(trigger_sentence(trigger));
}

fn operands(ui: &mut Ui, context: &mut ViewContext<'_>, trigger: &Trigger, id: &AnyId) {
    let values: &[EventValue] = condition(trigger.condition)
        .map(|it| it.values.as_slice())
        .unwrap_or_default();
    // What is asked stands here, or room to ask for the likeliest; the inspector has every value.
    let is_set = |operand: &Operand| *operand != Operand::Unset;
    let any_set = trigger.operands.iter().any(is_set);
    let asked: Vec<_> = values
        .iter()
        .zip(&trigger.operands)
        .enumerate()
        .filter(|(_, (value, operand))| is_set(operand) || (!any_set && value.checked))
        .take(if any_set { values.len() } else { 1 })
        .collect();
    let many = asked.len() > 1;
    let spacing = ui.spacing().item_spacing.x;
    let share = ui.available_width() / asked.len().max(1) as f32 - spacing;
    for (at, (value, operand)) in asked {
        let current = operand_text(operand).unwrap_or_else(|| "anything".to_owned());
        // Where there is little room, the value says more than its label, which the pointer tells.
        let current = match many && share > ROOM_FOR_LABEL {
            true => format!("{}: {current}", value.label),
            false => current,
        };
        let mission = context.mission();
        let all = || {
            if value.kinds.contains(Kinds::SHIP) {
                return operand_choices(mission);
            }
            let numbers = [1u32, 5, 10, 20, 50, 100];
            std::iter::once(Choice::new(Operand::Unset, "anything"))
                .chain(numbers.map(|it| Choice::new(Operand::Number(it), it.to_string())))
                .collect()
        };
        let choices = || marked(all(), |it| it == operand);
        let salt = ("operand", at, id);
        let room = vec2(share.max(40.0), ROW);
        let layout = Layout::left_to_right(Align::Center);
        let (response, taken) = ui
            .allocate_ui_with_layout(room, layout, |ui| {
                searchable(ui, salt, &value.label, &current, choices)
            })
            .inner;
        response.on_hover_text(&value.label);
        let change = taken.map(|operand| {
            let mut operands = trigger.operands.clone();
            if let Some(slot) = operands.get_mut(at) {
                *slot = operand;
            }
            TriggerChange::Operands(operands)
        });
        set(context, trigger, &value.label.to_lowercase(), change);
    }
}

fn repeat_choices() -> Vec<Choice<Repeat>> {
    let mut choices = vec![
        Choice::new(Repeat::Once, "once"),
        Choice::new(Repeat::Always, "always"),
    ];
    choices.extend((2..=10).map(|left| {
        let repeat = Repeat::Counted { left, refill: left };
        Choice::new(repeat, model::sentence::repeat(repeat))
    }));
    choices
}

fn run(ui: &mut Ui, context: &mut ViewContext<'_>, trigger: &Trigger, id: &AnyId) {
    let mission = context.mission();
    let current = match &trigger.run {
        Run::Body(body) => first_line(body),
        Run::Routine(id) => format!("{} {id}", icons::CODE),
        other => run_text(other),
    };
    let has_text = matches!(trigger.run, Run::Body(_) | Run::Routine(_));
    // On the left, where no width of the panel hides it.
    let pencil = ui.add_enabled(has_text, Button::new(icons::PENCIL_SIMPLE).small());
    if pencil.on_hover_text("Edit the text").clicked() {
        context.edit_text(id);
    }
    let own = run_text(&trigger.run);
    let choices = || marked(run_choices(mission), |it| run_text(it) == own);
    let (_, taken) = searchable(ui, ("run", id), "Runs", &current, choices);
    if let Some(run) = taken {
        let run = set_run(&trigger.run, &run);
        if run != trigger.run {
            context.act(Action::SetRun(trigger.id.clone(), run));
        }
    }
}

/// The first line of a text that says something.
fn first_line(body: &Body) -> String {
    let mut lines = body.text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.unwrap_or("its own text, empty").to_owned()
}

fn set(
    context: &mut ViewContext<'_>,
    trigger: &Trigger,
    what: &str,
    change: Option<TriggerChange>,
) {
    if let Some(change) = change {
        let label = format!("Set {what} of trigger {}", trigger.id);
        context.edit(label, Edit::change(&trigger.id, change));
    }
}
