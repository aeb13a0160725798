//! The form of what is handed in to a run, for what a menu's item does not say.

use eframe::egui::{self, Button, Context, DragValue, Ui};
use formats::catalogue::{Kinds, condition, orders};
use model::{AnyId, Collection, Mission};

use crate::action::Action;
use crate::panels::inspector::condition_choices;
use crate::preview::PreviewAction;
use crate::preview::by_hand::{ByHand, Draft, DraftValue};
use crate::preview::values::{condition_text, order_text};
use crate::view_context::ViewContext;
use crate::widgets::{Choice, name_control, searchable};

/// Width of the form's fields, in points.
const FIELD: f32 = 220.0;

/// The form, while it is open.
#[derive(Default)]
pub(in crate::panels) struct HandIn {
    draft: Option<Draft>,
}

impl HandIn {
    /// Opens the form.
    pub(in crate::panels) fn ask(&mut self, what: ByHand, to: Option<AnyId>, mission: &Mission) {
        self.draft = Some(Draft::new(what, to, mission));
    }

    /// Draws the form, if it is open.
    pub(in crate::panels) fn ui(&mut self, egui: &Context, context: &mut ViewContext<'_>) {
        let Some(draft) = &mut self.draft else { return };
        if !context.preview.has_run() {
            self.draft = None;
            return;
        }
        let mut open = true;
        let mut done = egui.input(|input| input.key_pressed(egui::Key::Escape))
            && !egui::Popup::is_any_open(egui);
        egui::Window::new("Hand In")
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .default_pos(egui.content_rect().center() - egui::vec2(170.0, 140.0))
            .show(egui, |ui| {
                form(ui, context, draft);
                ui.add_space(6.0);
                done |= buttons(ui, context, draft);
            });
        if done || !open {
            self.draft = None;
        }
    }
}

/// The buttons below the form; whether it is done with.
fn buttons(ui: &mut Ui, context: &mut ViewContext<'_>, draft: &Draft) -> bool {
    let (Some(names), Some(snapshot)) = (context.preview.names(), context.preview.snapshot())
    else {
        // The run has yet to show its first moment.
        return false;
    };
    let mission = context.preview.mission().map_or(context.mission(), |it| it);
    let input = draft.input(mission, names, snapshot);
    let is_past = snapshot.tick < context.preview.head();
    let mut done = false;
    ui.horizontal(|ui| {
        let button = ui.add_enabled(input.is_ok(), Button::new("Hand In"));
        if button.clicked()
            && let Ok(input) = &input
        {
            context.act(Action::Preview(PreviewAction::Input(input.clone())));
            done = true;
        }
        done |= ui.button("Cancel").clicked();
        match &input {
            Err(missing) => ui.weak(missing.as_str()),
            // What was handed in at an earlier moment makes another future.
            Ok(_) if is_past => {
                let colour = crate::theme::palette(ui).warning;
                ui.colored_label(colour, "What came later is forgotten.")
            }
            Ok(_) => ui.weak("It comes at the next tick."),
        };
    });
    done
}

fn form(ui: &mut Ui, context: &ViewContext<'_>, draft: &mut Draft) {
    let mission = context.preview.mission().map_or(context.mission(), |it| it);
    let before = (draft.condition, draft.to.clone());
    egui::Grid::new("hand in")
        .num_columns(2)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            let kinds = || {
                let all = ByHand::ALL.iter();
                all.map(|it| Choice::new(*it, it.title())).collect()
            };
            if let Some(what) = pick(ui, "What", draft.what.title(), kinds) {
                draft.what = what;
            }
            fields(ui, mission, draft);
        });
    if before != (draft.condition, draft.to.clone()) {
        draft.fill_values(mission);
    }
}

fn fields(ui: &mut Ui, mission: &Mission, draft: &mut Draft) {
    match draft.what {
        ByHand::RaiseEvent => {
            record(ui, mission, "On", &mut draft.to, &OBJECTS, false);
            let current = condition_text(draft.condition);
            if let Some(number) = pick(ui, "Event", &current, condition_choices) {
                draft.condition = number;
            }
            component(ui, &mut draft.component, true);
            let known = condition(draft.condition).map(|it| it.values.as_slice());
            for (known, value) in known.unwrap_or_default().iter().zip(&mut draft.values) {
                event_value(ui, mission, &known.label, known.kinds, value);
            }
        }
        ByHand::Destroy => {
            record(ui, mission, "Ship", &mut draft.to, &SHIPS, false);
            record(ui, mission, "By", &mut draft.by, &SHIPS, true);
        }
        ByHand::Damage => {
            record(ui, mission, "Ship", &mut draft.to, &SHIPS, false);
            component(ui, &mut draft.component, true);
            ui.label("Amount");
            let drag = ui.add(
                DragValue::new(&mut draft.amount)
                    .range(0.0..=1e6)
                    .speed(1.0),
            );
            name_control(&drag, "Amount");
            ui.end_row();
            record(ui, mission, "By", &mut draft.by, &SHIPS, true);
        }
        ByHand::DestroyComponent => {
            record(ui, mission, "Ship", &mut draft.to, &SHIPS, false);
            component(ui, &mut draft.component, false);
            record(ui, mission, "By", &mut draft.by, &SHIPS, true);
        }
        ByHand::Move => {
            record(ui, mission, "Ship", &mut draft.to, &SHIPS, false);
            record(ui, mission, "To", &mut draft.target, &SHIPS, false);
        }
        ByHand::Dock => {
            record(ui, mission, "Ship", &mut draft.to, &SHIPS, false);
            record(ui, mission, "With", &mut draft.target, &SHIPS, false);
            ui.label("Port");
            let drag = ui.add(DragValue::new(&mut draft.port).range(0..=255));
            name_control(&drag, "Port");
            ui.end_row();
        }
        ByHand::GiveOrder => {
            record(ui, mission, "Ship", &mut draft.to, &SHIPS, false);
            let current = order_text(draft.order);
            if let Some(order) = pick(ui, "Order", &current, order_choices) {
                draft.order = order;
            }
            record(ui, mission, "Target", &mut draft.target, &OBJECTS, true);
            component(ui, &mut draft.component, true);
        }
        ByHand::RunRoutine => {
            record(
                ui,
                mission,
                "Routine",
                &mut draft.to,
                &[Collection::Routines],
                false,
            );
        }
    }
}

const SHIPS: [Collection; 1] = [Collection::Ships];
const OBJECTS: [Collection; 3] = [
    Collection::Ships,
    Collection::FlightGroups,
    Collection::Squads,
];

/// A row of the form: a label, and a drop-down that is searched by typing.
fn pick<T: Clone>(
    ui: &mut Ui,
    label: &str,
    current: &str,
    choices: impl FnOnce() -> Vec<Choice<T>>,
) -> Option<T> {
    ui.label(label);
    let taken = ui
        .scope(|ui| {
            ui.set_width(FIELD);
            searchable(ui, ("hand in", label), label, current, choices).1
        })
        .inner;
    ui.end_row();
    taken
}

fn record(
    ui: &mut Ui,
    mission: &Mission,
    label: &str,
    value: &mut Option<AnyId>,
    collections: &[Collection],
    optional: bool,
) {
    let many = collections.len() > 1;
    let named = |id: &AnyId| match many && id.collection != Collection::Ships {
        true => id.to_string(),
        false => id.id.to_string(),
    };
    // What was picked for another kind of input does not fit here.
    let fits = value
        .as_ref()
        .is_some_and(|it| collections.contains(&it.collection));
    if !fits {
        *value = None;
    }
    let none = if optional { "nobody" } else { "pick one" };
    let current = value.as_ref().map_or_else(|| none.to_owned(), named);
    let choices = || {
        let none = optional.then(|| Choice::new(None, none));
        let ids = collections.iter().flat_map(|it| mission.ids(*it));
        let all = ids.map(|id| {
            let words = mission.display_name(&id).unwrap_or_default().to_owned();
            Choice::new(Some(id.clone()), named(&id)).with_words(words)
        });
        none.into_iter().chain(all).collect()
    };
    if let Some(taken) = pick(ui, label, &current, choices) {
        *value = taken;
    }
}

/// A row for a component, of the whole where that may be meant.
fn component(ui: &mut Ui, component: &mut Option<u8>, optional: bool) {
    ui.label("Component");
    ui.horizontal(|ui| {
        let mut one = component.is_some() || !optional;
        if optional {
            let check = ui.checkbox(&mut one, "");
            name_control(&check, "One component");
        }
        let mut number = component.unwrap_or_default();
        let drag = ui.add_enabled(one, DragValue::new(&mut number).range(0..=254));
        name_control(&drag, "Component");
        if !one {
            ui.weak("the whole");
        }
        *component = one.then_some(number);
    });
    ui.end_row();
}

fn event_value(ui: &mut Ui, mission: &Mission, label: &str, kinds: Kinds, value: &mut DraftValue) {
    if kinds.contains(Kinds::SHIP) {
        record(ui, mission, label, &mut value.record, &OBJECTS, true);
        return;
    }
    ui.label(label);
    let drag = ui.add(DragValue::new(&mut value.number));
    name_control(&drag, label);
    ui.end_row();
}

fn order_choices() -> Vec<Choice<i16>> {
    orders()
        .iter()
        .filter_map(|order| {
            let number = i16::try_from(order.number).ok()?;
            let words = format!(
                "{} {}",
                order.number,
                order.script_name.as_deref().unwrap_or("")
            );
            Some(Choice::new(number, order.title()).with_words(words))
        })
        .collect()
}
