//! The link to a game that plays in a process of its own, from the window's side.

#[path = "../common/mod.rs"]
mod common;

mod builds;
mod edits;
mod game;
mod gone;
mod pull;
mod run;

use std::time::Duration;

use common::*;
use editor_app::action::{Action, Command};
use editor_app::answer::{Answer, Purpose};
use editor_app::breakpoints::{Breakpoint, BreakpointAction, On};
use editor_app::layout::{Preset, Tab};
use editor_app::live_link::{LinkAction, Status};
use editor_app::preview::{PreviewAction, Standing, StepBy};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use model::edit::{Edit, set_body};
use model::{AnyId, Body, Collection, ShipChange, ShipId, Vec3};

/// The example in the Debug layout, with Sortie's engine as the program that is built beside this.
fn ready() -> Window {
    let mut window = window();
    let program = env!("CARGO_BIN_EXE_sortie").into();
    window.state_mut().set_engine(program);
    ask(&mut window, Action::Layout(Preset::Debug));
    window
}

/// The same, linked to an engine that plays it.
fn playing() -> Window {
    let mut window = ready();
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the run of the engine", |it| {
        it.state().preview_state().snapshot().is_some()
    });
    window
}

fn clock(window: &Window) -> u32 {
    let snapshot = window.state().preview_state().snapshot();
    snapshot.map_or(0, |it| it.clock)
}

fn break_at(window: &mut Window, routine: &str, line: usize) {
    let owner = AnyId {
        collection: Collection::Routines,
        id: routine.into(),
    };
    let text = window.state().document().mission().body(&owner).unwrap();
    let at = text
        .text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let toggle = BreakpointAction::ToggleLine { owner, at };
    ask(window, Action::Breakpoint(toggle));
}

fn stopped_at(window: &Window) -> Option<String> {
    let preview = window.state().preview_state();
    let line = preview.line_of(preview.stopped()?.script?)?;
    Some(line.to_string())
}

/// A click on what is labelled so, in whichever role.
fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(4);
}

/// Whether everything that is labelled so is there and cannot be clicked.
fn all_off(window: &Window, label: &str) -> bool {
    let found: Vec<_> = window.query_all_by_label(label).collect();
    !found.is_empty() && found.iter().all(|it| it.accesskit_node().is_disabled())
}

fn move_to(window: &mut Window, id: &str, place: [f32; 3]) {
    let [x, y, z] = place.map(model::Real::from);
    let edit = Edit::change(
        &ShipId::new(id).unwrap(),
        ShipChange::Position(Vec3 { x, y, z }),
    );
    ask(
        window,
        Action::Edit {
            label: format!("Move {id}"),
            gesture: None,
            edit,
        },
    );
}

fn ghost(window: &Window, id: &str) -> [f64; 3] {
    let preview = window.state().preview_state();
    let record = AnyId {
        collection: Collection::Ships,
        id: id.into(),
    };
    let number = preview.ship_number(&record).unwrap();
    preview.snapshot().unwrap().ship(number).unwrap().position
}

fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

fn rename(window: &mut Window, collection: Collection, id: &str, to: &str) {
    let record = AnyId {
        collection,
        id: id.into(),
    };
    let mission = window.state().document().mission();
    let edit = model::edit::rename(mission, &record, to).unwrap();
    ask(
        window,
        Action::Edit {
            label: format!("Rename {id}"),
            gesture: None,
            edit,
        },
    );
}

/// Where the game has each of the document's ships that are in play.
fn ghosts(window: &Window) -> Vec<(String, [f64; 3])> {
    let preview = window.state().preview_state();
    let snapshot = preview.snapshot().unwrap();
    let ships = window.state().document().mission().ships.iter();
    let seen = ships.filter_map(|ship| {
        let object = snapshot.ship(preview.ship_number(&AnyId::from(&ship.id))?)?;
        let there = object.state != runtime::ObjectState::StandIn;
        there.then(|| (ship.id.to_string(), object.position))
    });
    seen.collect()
}

fn pause(window: &mut Window) {
    command(window, Command::PreviewPlay);
    wait(window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    // The last of the places come behind the state that tells it.
    settle(window);
}

/// What comes to the game of what was just done is there.
fn settle(window: &mut Window) {
    for _ in 0..40 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A ship that is in play and far from where the document has it.
fn flown(window: &Window) -> Option<String> {
    let preview = window.state().preview_state();
    let snapshot = preview.snapshot()?;
    let mut ships = window.state().document().mission().ships.iter();
    let far = ships.find(|ship| {
        let number = preview.ship_number(&AnyId::from(&ship.id));
        let object = number.and_then(|number| snapshot.ship(number));
        let place = [ship.position.x, ship.position.y, ship.position.z];
        object.is_some_and(|it| distance(it.position, place.map(|it| f64::from(it.0))) > 50.0)
    })?;
    Some(far.id.to_string())
}

fn edit_routine(window: &mut Window, id: &str, from: &str, to: &str) {
    let owner = AnyId {
        collection: Collection::Routines,
        id: id.into(),
    };
    let body = window.state().document().mission().body(&owner).unwrap();
    assert!(body.text.contains(from), "{}", body.text);
    let text = body.text.replacen(from, to, 1);
    let body = Body {
        text,
        ..body.clone()
    };
    let edit = set_body(&owner, body).unwrap();
    ask(
        window,
        Action::Edit {
            label: format!("Edit {id}"),
            gesture: None,
            edit,
        },
    );
}

/// A game of the author's own: a script that takes OpenReliant's arguments, looks for the mission where
/// the game does, and plays it by the engine.
#[cfg(unix)]
fn game(folder: &std::path::Path) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let program = folder.join("openreliant");
    let engine = env!("CARGO_BIN_EXE_sortie");
    let script = format!(
        "#!/bin/sh\n\
         [ \"$1 $2 $4\" = '--editor-link --editor-link-port --mission' ] || exit 3\n\
         echo a game that takes its time\n\
         sleep 1\n\
         exec '{engine}' engine missions/mission$5.dte --port $3 --number $5 --wait-for-editor\n"
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program
}
