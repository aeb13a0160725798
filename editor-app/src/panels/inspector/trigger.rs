//! Fields of triggers.

use eframe::egui::{DragValue, Ui};
use formats::catalogue::{EventValue, Kinds, condition};
use model::sentence::{operand_text, trigger_sentence};
use model::{
    Body, FlightGroup, Mission, Operand, Repeat, Run, Ship, Squad, Subject, Trigger, TriggerChange,
};

use crate::action::Action;
use crate::layout::Tab;
use crate::view_context::ViewContext;
use crate::widgets::{Choice, searchable};

use super::choices::{condition_choices, routine_choices, subject_choices};
use super::fields::{Fields, Gestures, MIXED, fields, name_control};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Trigger>(ui, context, gestures, |ui, fields| {
        let subjects = subject_choices(fields.context.mission());
        fields.choice(
            ui,
            "Subject",
            "Whose event it waits for. A trigger of nobody never fires.",
            |trigger| trigger.subject.clone(),
            subject_text,
            || subjects,
            TriggerChange::Subject,
        );
        fields.optional_number(
            ui,
            "Component",
            "One component of the subject; only ShotAt and Destroyed carry one.",
            0..=254,
            |trigger| trigger.component,
            TriggerChange::Component,
        );
        fields.choice(
            ui,
            "Condition",
            "The event that it waits for.",
            |trigger| trigger.condition,
            |number| condition_text(*number),
            condition_choices,
            TriggerChange::Condition,
        );
        operands(ui, fields);
        repeat(ui, fields);
        fields.flag(
            ui,
            "Deferred",
            "Leaves the routine to the scheduler, rather than running it inside the event.",
            |trigger| trigger.deferred != 0,
            |on| TriggerChange::Deferred(u8::from(on)),
        );
        fields.flag(
            ui,
            "Armed",
            "As the file has it; the game arms every trigger of a subject as the mission starts.",
            |trigger| trigger.armed != 0,
            |on| TriggerChange::Armed(u8::from(on)),
        );
        run(ui, fields);
    });
    let triggers = context.selection.of::<Trigger>();
    if let [id] = triggers.as_slice()
        && let Some(trigger) = context.mission().triggers.get(id.as_str())
    {
        let sentence = trigger_sentence(trigger);
        let has_text = trigger.body().is_some();
        ui.add_space(6.0);
        ui.weak(sentence);
        if has_text && ui.button("Edit the Text").clicked() {
            context.act(Action::ShowTab(Tab::Routine));
        }
    }
}

/// Whose event a trigger waits for.
pub(in crate::panels) fn subject_text(subject: &Option<Subject>) -> String {
    match subject {
        None => "nobody".to_owned(),
        Some(Subject::Ship(id)) => id.to_string(),
        Some(Subject::FlightGroup(id)) => format!("group {id}"),
        Some(Subject::Squad(id)) => format!("squad {id}"),
        Some(Subject::Object(id)) => format!("object {id}"),
    }
}

fn condition_text(number: u8) -> String {
    condition(number).map_or_else(|| format!("condition {number}"), |it| it.symbol())
}

fn operands(ui: &mut Ui, fields: &mut Fields<'_, '_, Trigger>) {
    let Some(number) = fields.shared(|trigger| trigger.condition) else {
        return;
    };
    let values: &[EventValue] = condition(number)
        .map(|it| it.values.as_slice())
        .unwrap_or_default();
    for (at, value) in values.iter().enumerate() {
        ui.label(&value.label)
            .on_hover_text(if value.checked || number == 0x06 {
                "What the event's value must be."
            } else {
                "The game never compares this value."
            });
        let shared = fields.shared(|trigger| trigger.operands.get(at).cloned().unwrap_or_default());
        let taken = if value.kinds.contains(Kinds::SHIP) {
            let current = match &shared {
                Some(operand) => operand_text(operand).unwrap_or_else(|| "anything".to_owned()),
                None => MIXED.to_owned(),
            };
            let choices = operand_choices(fields.context.mission());
            searchable(ui, ("operand", at), &value.label, &current, || choices).1
        } else {
            number_operand(ui, &value.label, shared.unwrap_or_default())
        };
        if let Some(operand) = taken {
            fields.set(&value.label.to_lowercase(), None, |trigger| {
                let mut operands = trigger.operands.clone();
                if let Some(slot) = operands.get_mut(at) {
                    slot.clone_from(&operand);
                }
                TriggerChange::Operands(operands)
            });
        }
        ui.end_row();
    }
}

fn number_operand(ui: &mut Ui, label: &str, current: Operand) -> Option<Operand> {
    let mut taken = None;
    ui.horizontal(|ui| {
        let mut on = current != Operand::Unset;
        if ui.checkbox(&mut on, "").changed() {
            taken = Some(if on {
                Operand::Number(20)
            } else {
                Operand::Unset
            });
        }
        if let Operand::Number(mut number) = current {
            let drag = ui.add(DragValue::new(&mut number));
            name_control(&drag, label);
            if drag.changed() {
                taken = Some(Operand::Number(number));
            }
        } else {
            ui.weak("anything");
        }
    });
    taken
}

/// What a value that is a record may have to be.
pub(in crate::panels) fn operand_choices(mission: &Mission) -> Vec<Choice<Operand>> {
    let mut choices = vec![
        Choice::new(Operand::Unset, "anything"),
        Choice::new(Operand::AnyPlayer, "any player"),
    ];
    choices.extend(mission.ships.iter().map(|it: &Ship| {
        Choice::new(Operand::Ship(it.id.clone()), it.id.to_string())
            .with_words(it.name.clone().unwrap_or_default())
    }));
    choices.extend(mission.flight_groups.iter().map(|it: &FlightGroup| {
        Choice::new(
            Operand::FlightGroup(it.id.clone()),
            format!("flight group {}", it.id),
        )
    }));
    choices.extend(
        mission.squads.iter().map(|it: &Squad| {
            Choice::new(Operand::Squad(it.id.clone()), format!("squad {}", it.id))
        }),
    );
    choices
}

fn repeat(ui: &mut Ui, fields: &mut Fields<'_, '_, Trigger>) {
    let counted = Repeat::Counted { left: 3, refill: 3 };
    fields.choice(
        ui,
        "Repeat",
        "Once, whenever the event comes, or so many times.",
        |trigger| trigger.repeat,
        |repeat| model::sentence::repeat(*repeat),
        || {
            vec![
                Choice::new(Repeat::Once, "once"),
                Choice::new(Repeat::Always, "always"),
                Choice::new(counted, "counted"),
            ]
        },
        TriggerChange::Repeat,
    );
    let Some(Repeat::Counted { .. }) = fields.shared(|trigger| trigger.repeat) else {
        return;
    };
    let counts = |trigger: &Trigger| match trigger.repeat {
        Repeat::Counted { left, refill } => (left, refill),
        _ => (1, 1),
    };
    fields.number(
        ui,
        "Firings",
        "How many times it fires.",
        "",
        0..=255,
        move |trigger| counts(trigger).0,
        move |trigger, left| {
            TriggerChange::Repeat(Repeat::Counted {
                left,
                refill: counts(trigger).1,
            })
        },
    );
    fields.number(
        ui,
        "Refill",
        "Firings after a script arms it again.",
        "",
        0..=255,
        move |trigger| counts(trigger).1,
        move |trigger, refill| {
            TriggerChange::Repeat(Repeat::Counted {
                left: counts(trigger).0,
                refill,
            })
        },
    );
}

fn run(ui: &mut Ui, fields: &mut Fields<'_, '_, Trigger>) {
    let choices = run_choices(fields.context.mission());
    ui.label("Runs")
        .on_hover_text("A text of its own, or a routine that others may run too.");
    let current = match fields.shared(|trigger| run_text(&trigger.run)) {
        Some(text) => text,
        None => MIXED.to_owned(),
    };
    let (_, taken) = searchable(ui, "run", "Runs", &current, || choices);
    if let Some(run) = taken {
        fields.set("what runs", None, |trigger| {
            TriggerChange::Run(set_run(&trigger.run, &run))
        });
    }
    ui.end_row();
}

/// What a trigger may run.
pub(in crate::panels) fn run_choices(mission: &Mission) -> Vec<Choice<Run>> {
    let own = [
        Choice::new(Run::Body(Body::default()), "its own text"),
        Choice::new(Run::Nothing, "nothing"),
    ];
    let routines = routine_choices(mission).into_iter().map(|it| Choice {
        text: format!("routine {}", it.text),
        words: it.words,
        value: Run::Routine(it.value),
    });
    own.into_iter().chain(routines).collect()
}

/// What a trigger runs, in a word or two.
pub(in crate::panels) fn run_text(run: &Run) -> String {
    match run {
        Run::Nothing => "nothing".to_owned(),
        Run::Link(link) => format!("junk at {link}"),
        Run::Body(_) => "its own text".to_owned(),
        Run::Routine(id) => format!("routine {id}"),
    }
}

/// What is chosen to run; a text that is there already is kept.
pub(in crate::panels) fn set_run(old: &Run, chosen: &Run) -> Run {
    match (old, chosen) {
        (Run::Body(_), Run::Body(_)) => old.clone(),
        _ => chosen.clone(),
    }
}
