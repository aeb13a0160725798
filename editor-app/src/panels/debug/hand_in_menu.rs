//! The menu of what can be handed in to a run: the same items wherever it opens.

use eframe::egui::{Button, Ui};
use glam::DVec3;
use model::{AnyId, Collection, Record, Ship};
use runtime::{Input, ObjectState};

use crate::action::Action;
use crate::preview::PreviewAction;
use crate::preview::by_hand::{ByHand, argument_problem};
use crate::view_context::ViewContext;

/// Why an item cannot be chosen, as its tooltip says it.
type Reason = Option<String>;

/// The button that opens the menu, or says why nothing can be handed in.
pub(in crate::panels) fn menu_button(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    menu: impl FnOnce(&mut Ui, &mut ViewContext<'_>),
) {
    let reason = match context.preview.has_run() {
        true => refused(context),
        false => Some("Nothing runs yet; Play (F5) starts the mission.".to_owned()),
    };
    ui.add_enabled_ui(reason.is_none(), |ui| {
        ui.menu_button("Hand In", |ui| menu(ui, context))
            .response
            .on_hover_text("Something from outside, as the player or an enemy would do it")
            .on_disabled_hover_text(reason.unwrap_or_default());
    });
}

/// What can be done to what is selected. `site` is where a menu was asked for, in world units.
pub(in crate::panels) fn of_selection(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    site: Option<DVec3>,
) {
    let ships = context.selection.of::<Ship>();
    let ships: Vec<_> = ships.iter().map(AnyId::from).collect();
    let last = context.selection.last().cloned();
    let record = ships.last().cloned().or(last);
    menu(ui, context, record.as_ref(), &ships, site);
}

/// What can be done to one record of a run.
pub(in crate::panels) fn of_record(ui: &mut Ui, context: &mut ViewContext<'_>, record: &AnyId) {
    let is_ship = record.collection == Collection::Ships;
    let ships: &[AnyId] = match is_ship {
        true => std::slice::from_ref(record),
        false => &[],
    };
    menu(ui, context, Some(record), ships, None);
}

fn menu(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    record: Option<&AnyId>,
    ships: &[AnyId],
    site: Option<DVec3>,
) {
    ui.set_min_width(210.0);
    match (ships.len(), record) {
        (0 | 1, Some(record)) => ui.weak(record.to_string()),
        (0, None) => ui.weak("nothing selected"),
        (many, _) => ui.weak(format!("{many} ships; the last is {}", last_id(ships))),
    };
    let is_object = record.is_some_and(|record| {
        let names = context.preview.names();
        names.is_some_and(|names| names.object_id(record).is_some())
    });
    let no_object = (!is_object).then(|| "Select a ship, a flight group or a squad.".to_owned());
    ask(ui, context, ByHand::RaiseEvent, record, no_object);
    of_ships(ui, context, ships, site);
    ui.separator();
    for (text, input) in [
        ("Press JUMP DRIVE", Input::JumpDrive),
        ("Ask for Backup", Input::RequestBackup),
        ("Ask to Land", Input::RequestLanding),
    ] {
        give(ui, context, text, None, vec![input]);
    }
    ui.separator();
    routines(ui, context);
}

fn last_id(ships: &[AnyId]) -> &str {
    ships.last().map_or("", |it| &*it.id)
}

fn of_ships(ui: &mut Ui, context: &mut ViewContext<'_>, ships: &[AnyId], site: Option<DVec3>) {
    let state = |ship: &AnyId| {
        let number = context.preview.ship_number(ship)?;
        Some((number, context.preview.snapshot()?.ship(number)?.state))
    };
    let last = ships.last();
    // What is not there cannot be destroyed or moved.
    let problem = |made: bool| -> Reason {
        let Some(ship) = last else {
            return Some("Select a ship.".to_owned());
        };
        match state(ship) {
            None => Some(format!("{ship} is not in the mission that runs.")),
            Some((_, ObjectState::StandIn)) => Some(format!(
                "{ship} is not there at this moment: not made yet, or gone."
            )),
            Some((_, ObjectState::Marker)) if made => Some(format!("{ship} is a marker.")),
            Some(_) => None,
        }
    };
    let (not_made, not_there) = (problem(true), problem(false));
    let made = ships.iter().filter_map(state);
    let made = made.filter(|(_, state)| *state == ObjectState::Made);
    let destroy: Vec<_> = made
        .map(|(ship, _)| Input::Destroy {
            ship,
            attacker: None,
        })
        .collect();
    let number = last.and_then(state).map(|(number, _)| number);
    let placed = last.and_then(|ship| context.mission().ships.get(&ship.id));
    let placed = placed.map(|ship| ship.position.to_array().map(f64::from));
    let text = match ships.len() {
        0 | 1 => "Destroy".to_owned(),
        many => format!("Destroy {many} Ships"),
    };
    let gone = match destroy.is_empty() {
        true => not_made
            .clone()
            .or(Some("None of them is there.".to_owned())),
        false => None,
    };
    give(ui, context, &text, gone, destroy);
    for what in [
        ByHand::Destroy,
        ByHand::Damage,
        ByHand::DestroyComponent,
        ByHand::Move,
        ByHand::Dock,
        ByHand::GiveOrder,
    ] {
        ask(ui, context, what, last, not_made.clone());
    }
    let to = |position: Option<[f64; 3]>| {
        let ship = number.zip(position);
        ship.map(|(ship, position)| Input::MoveShip { ship, position })
            .into_iter()
            .collect::<Vec<_>>()
    };
    let no_site = "Ask for this in the viewport, with the pointer where the ship is to go.";
    let nowhere = not_there
        .clone()
        .or(site.is_none().then(|| no_site.to_owned()));
    let here = to(site.map(|it| it.to_array()));
    give(ui, context, "Move Here", nowhere, here);
    let text = "Move to Its Place in the Mission";
    give(ui, context, text, not_there, to(placed));
}

/// What runs: the routine that is selected at once, or any other by the form.
fn routines(ui: &mut Ui, context: &mut ViewContext<'_>) {
    let selected = context.selection.last().cloned();
    let selected = selected.filter(|it| it.collection == Collection::Routines);
    if let Some(routine) = &selected {
        let mission = context.preview.mission().map_or(context.mission(), |it| it);
        let part = context.preview.part_number(routine);
        let problem = match part {
            Some(_) => argument_problem(mission, routine),
            None => Some(format!("{routine} is no part: only triggers run it.")),
        };
        let run = part.map(|part| Input::RunPart { part });
        let text = format!("Run {}", routine.id);
        give(ui, context, &text, problem, run.into_iter().collect());
    }
    let first = || context.mission().parts().next().map(Record::any_id);
    let routine = selected.or_else(first);
    let none = routine.is_none();
    let problem = none.then(|| "The mission has no routine.".to_owned());
    ask(ui, context, ByHand::RunRoutine, routine.as_ref(), problem);
}

/// Why nothing at all can be handed in.
fn refused(context: &ViewContext<'_>) -> Reason {
    let linked = context.preview.is_linked();
    linked.then(|| "A linked game plays on its own; a link has no message for this.".to_owned())
}

/// An item that hands something in at once, or says why it cannot.
fn give(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    text: &str,
    problem: Reason,
    inputs: Vec<Input>,
) {
    let problem = refused(context).or(problem);
    let button = ui.add_enabled(problem.is_none() && !inputs.is_empty(), Button::new(text));
    let button = button.on_disabled_hover_text(problem.unwrap_or_default());
    if button.clicked() {
        for input in inputs {
            context.act(Action::Preview(PreviewAction::Input(input)));
        }
        ui.close();
    }
}

/// An item that opens the form, or says why it cannot.
fn ask(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    what: ByHand,
    record: Option<&AnyId>,
    problem: Reason,
) {
    let problem = refused(context).or(problem);
    let text = match what {
        ByHand::Destroy => "Destroy by…".to_owned(),
        what => format!("{}…", what.title()),
    };
    let button = ui.add_enabled(problem.is_none(), Button::new(text));
    if button
        .on_disabled_hover_text(problem.unwrap_or_default())
        .clicked()
    {
        context.act(Action::HandIn(what, record.cloned()));
        ui.close();
    }
}
