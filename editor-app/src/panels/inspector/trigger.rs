//! Fields of triggers.

use eframe::egui::{TextStyle, Ui};
use formats::catalogue::{EventValue, Kinds, condition};
use model::sentence::{operand_text, trigger_sentence};
use model::{
    Body, FlightGroup, Gesture, Mission, Operand, Repeat, Run, Ship, Squad, Subject, Trigger,
    TriggerChange,
};

use crate::action::Action;
use crate::view_context::ViewContext;
use crate::widgets::{Choice, NumberField, marked, name_control, number_field, searchable};

use super::choices::{condition_choices, routine_choices, subject_choices};
use super::fields::{Field, Fields, Gestures, LABEL_WIDTH, MIXED, NUMBER_WIDTH, fields};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Trigger>(ui, context, gestures, |ui, fields| {
        let values = values(fields);
        fields.label_width = label_width(ui, values);
        let subjects = subject_choices(fields.context.mission());
        fields.choice(
            ui,
            Field::new(
                "On",
                "Whose event it waits for. A trigger of nobody never fires.",
            )
            .called("subject"),
            |trigger| trigger.subject.clone(),
            subject_text,
            || subjects,
            TriggerChange::Subject,
        );
        fields.optional_number(
            ui,
            Field::new(
                "Component",
                "One component of the subject; only ShotAt and Destroyed carry one.",
            ),
            0..=254,
            |trigger| trigger.component,
            TriggerChange::Component,
        );
        fields.choice(
            ui,
            Field::new("When", "The event that it waits for.").called("condition"),
            |trigger| trigger.condition,
            |number| condition_text(*number),
            condition_choices,
            TriggerChange::Condition,
        );
        operands(ui, fields, values);
        repeat(ui, fields);
        fields.flag(
            ui,
            Field::new(
                "Deferred",
                "Leaves the routine to the scheduler, rather than running it inside the event.",
            ),
            |trigger| trigger.deferred != 0,
            |on| TriggerChange::Deferred(u8::from(on)),
        );
        fields.flag(
            ui,
            Field::new(
                "Armed",
                "As the file has it; the game arms every trigger of a subject as the mission starts.",
            ),
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
            context.edit_text(&model::AnyId::from(id));
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

/// The values that the event of the triggers carries, if all wait for the same.
fn values(fields: &Fields<'_, '_, Trigger>) -> &'static [EventValue] {
    fields
        .shared(|trigger| trigger.condition)
        .and_then(condition)
        .map(|it| it.values.as_slice())
        .unwrap_or_default()
}

fn operand_label(value: &EventValue) -> String {
    format!("With {}", value.label)
}

/// How wide the labels have to be for the values' names, where there is room for that.
fn label_width(ui: &Ui, values: &[EventValue]) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let colour = ui.visuals().text_color();
    let widths = values.iter().map(|value| {
        let text = operand_label(value);
        let galley = ui.painter().layout_no_wrap(text, font.clone(), colour);
        galley.size().x + 2.0
    });
    let most = LABEL_WIDTH.max(ui.available_width() * 0.5);
    widths.fold(LABEL_WIDTH, f32::max).min(most)
}

fn operands(ui: &mut Ui, fields: &mut Fields<'_, '_, Trigger>, values: &[EventValue]) {
    for (at, value) in values.iter().enumerate() {
        let number = fields.shared(|trigger| trigger.condition);
        let help = if value.checked || number == Some(0x06) {
            "What the event's value must be."
        } else {
            "The game never compares this value."
        };
        fields.row(ui, &operand_label(value), help, |ui, fields| {
            operand(ui, fields, at, value);
        });
    }
}

fn operand(ui: &mut Ui, fields: &mut Fields<'_, '_, Trigger>, at: usize, value: &EventValue) {
    let shared = fields.shared(|trigger| trigger.operands.get(at).cloned().unwrap_or_default());
    let taken = if value.kinds.contains(Kinds::SHIP) {
        let current = match &shared {
            Some(operand) => operand_text(operand).unwrap_or_else(|| "anything".to_owned()),
            None => MIXED.to_owned(),
        };
        let mission = fields.context.mission();
        let choices = || marked(operand_choices(mission), |it| Some(it) == shared.as_ref());
        let label = operand_label(value);
        let (_, taken) = searchable(ui, ("operand", at), &label, &current, choices);
        taken.map(|operand| (operand, None))
    } else {
        number_operand(ui, fields, &operand_label(value), shared)
    };
    if let Some((operand, gesture)) = taken {
        fields.set(&value.label.to_lowercase(), gesture, |trigger| {
            let mut operands = trigger.operands.clone();
            if let Some(slot) = operands.get_mut(at) {
                slot.clone_from(&operand);
            }
            TriggerChange::Operands(operands)
        });
    }
}

fn number_operand(
    ui: &mut Ui,
    fields: &mut Fields<'_, '_, Trigger>,
    label: &str,
    shared: Option<Operand>,
) -> Option<(Operand, Option<Gesture>)> {
    let mut on = shared.as_ref().is_some_and(|it| *it != Operand::Unset);
    let toggle = ui.checkbox(&mut on, "");
    name_control(&toggle, &format!("{label}, or anything"));
    if toggle.changed() {
        // The distance of the shipped missions' proximities.
        let operand = if on {
            Operand::Number(20)
        } else {
            Operand::Unset
        };
        return Some((operand, None));
    }
    let value = match shared {
        Some(Operand::Number(value)) => value,
        Some(_) => {
            ui.weak("anything");
            return None;
        }
        None => {
            ui.weak(MIXED);
            return None;
        }
    };
    let field = NumberField {
        label,
        value,
        range: 0..=u32::MAX,
        suffix: "",
        speed: 1.0,
        instead: None,
        width: NUMBER_WIDTH,
    };
    let (response, entry) = number_field(ui, &field);
    let (value, gesture) = fields.gestures.taken(fields.context, &response, entry)?;
    Some((Operand::Number(value), gesture))
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
    // What counts already goes on from where it is.
    let counted = match fields.shared(|trigger| trigger.repeat) {
        Some(counted @ Repeat::Counted { .. }) => counted,
        _ => Repeat::Counted { left: 3, refill: 3 },
    };
    fields.choice(
        ui,
        Field::new(
            "Repeat",
            "Once, whenever the event comes, or so many times.",
        ),
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
        Field::new("Firings", "How many times it fires."),
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
        Field::new("Refill", "Firings after a script arms it again."),
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
    let help = "A text of its own, or a routine that others may run too.";
    fields.row(ui, "Run", help, |ui, fields| {
        let shared = fields.shared(|trigger| run_text(&trigger.run));
        let current = shared.clone().unwrap_or_else(|| MIXED.to_owned());
        let choices = || marked(choices, |it| Some(run_text(it)) == shared);
        let (_, taken) = searchable(ui, "run", "Run", &current, choices);
        match (taken, fields.records.as_slice()) {
            (None, _) => {}
            // A text that would go is asked about first.
            (Some(run), [trigger]) => {
                let run = set_run(&trigger.run, &run);
                let action = Action::SetRun(trigger.id.clone(), run);
                fields.context.act(action);
            }
            (Some(run), _) => fields.set("what runs", None, |trigger| {
                TriggerChange::Run(set_run(&trigger.run, &run))
            }),
        }
    });
}

/// What a trigger may run.
pub(in crate::panels) fn run_choices(mission: &Mission) -> Vec<Choice<Run>> {
    let own = [
        Choice::new(Run::Body(Body::default()), "its own text"),
        Choice::new(Run::Nothing, "nothing"),
    ];
    let routines = routine_choices(mission).into_iter().map(|it| Choice {
        text: format!("routine {}", it.text),
        ..it.map(Run::Routine)
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
