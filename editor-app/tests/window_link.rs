//! The link to a game that plays in a process of its own, from the window's side.

mod common;

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

#[test]
fn the_engine_is_started_and_its_run_is_shown() {
    let mut window = playing();
    assert_eq!(status(&window), Status::Playing);
    let state = window.state();
    let hello = state.link_state().hello().unwrap();
    assert_eq!(hello.protocol, 2);
    assert_eq!(hello.vm, "starlancer");
    assert!(state.preview_state().is_linked());
    assert_eq!(state.link_state().differs(), None, "it plays the document");
    wait(&mut window, "the next second", |it| clock(it) > 1);
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "Sortie's engine"));
    assert!(sees_part(&window, "the document's build"));
    // Whoever writes nonsense is not told that the game plays it.
    let start = AnyId {
        collection: Collection::Routines,
        id: "start".into(),
    };
    let broken = set_body(&start, Body::new("nonsense(\n")).unwrap();
    let (label, gesture) = ("Break it".to_owned(), None);
    let edit = Action::Edit {
        label,
        gesture,
        edit: broken,
    };
    ask(&mut window, edit);
    wait(&mut window, "the errors", |it| {
        sees_part(it, "the document before its errors")
    });
    assert!(!sees_part(&window, "the document's build"));
    command(&mut window, Command::Undo);
    wait(&mut window, "the build again", |it| {
        sees_part(it, "the document's build")
    });
    // The player's ship is where the engine has it, as a ghost.
    let snapshot = window.state().preview_state().snapshot().unwrap();
    assert!(snapshot.objects.len() > 10);
    link(&mut window, LinkAction::Disconnect);
    assert_eq!(status(&window), Status::None);
    assert!(!window.state().preview_state().has_run());
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

#[test]
fn what_a_link_does_not_tell_is_not_made_up() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The clock has whole seconds.
    ask(&mut window, Action::ShowTab(Tab::Preview));
    assert!(sees_part(&window, "0:00"));
    assert!(!sees_part(&window, "0:00.00"));
    click(&mut window, "Gaps");
    assert!(sees_part(&window, "Not told of a linked game"));
    assert!(!sees_part(&window, "does everything"));
    click(&mut window, "Inputs");
    assert!(sees_part(&window, "Nothing is handed in to a linked game"));
    click(&mut window, "Lines");
    assert!(sees_part(&window, "does not tell which lines ran"));
    assert!(!sees_part(&window, "lines ran, "));
    assert!(sees_part(&window, "convoy_lost has not fired while linked"));
    assert!(all_off(&window, "Hand In"));
    // Triggers.
    ask(&mut window, Action::ShowTab(Tab::Triggers));
    assert!(sees_part(&window, "The link does not tell."));
    assert!(sees_part(&window, "not while linked"));
    assert!(all_off(&window, "Why not?"));
    ask(&mut window, Action::ShowTab(Tab::WhyNot));
    assert!(sees_part(&window, "does not tell which events"));
    assert!(!sees_part(&window, "Choose one above"));
    // Values are read, not set.
    ask(&mut window, Action::ShowTab(Tab::Values));
    assert!(sees_part(&window, "Game variables"));
    assert!(!sees_part(&window, "Value of waves_down"));
}

#[cfg(unix)]
#[test]
fn the_games_program_is_chosen_by_a_dialog_and_a_mission_in_its_way_told_by_its_whole_path() {
    let folder = tempfile::tempdir().unwrap();
    let program = game(folder.path());
    let mut window = ready();
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(window.query_by_label("Choose the game's program").is_some());
    let picked = Answer::Picked(Purpose::Game, program, None);
    ask(&mut window, Action::Answer(picked));
    let missions = folder.path().join("missions");
    std::fs::create_dir(&missions).unwrap();
    let there = missions.join("mission1.dte");
    std::fs::write(&there, "another's").unwrap();
    link(&mut window, LinkAction::StartGame);
    assert!(sees_part(&window, "Replace mission1.dte?"));
    assert!(sees_part(&window, &there.display().to_string()));
}

#[test]
fn a_breakpoint_stops_the_game_and_a_step_goes_on_from_there() {
    let mut window = ready();
    break_at(&mut window, "start", 1);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The first line is a comment.
    assert_eq!(stopped_at(&window).as_deref(), Some("start:2"));
    let preview = window.state().preview_state();
    assert_eq!(preview.standing(), Standing::Still);
    let text = preview.stop_text().unwrap();
    assert!(text.starts_with("breakpoint"), "{text}");
    // The thread that stands there is shown with its line.
    let thread = preview.stopped().unwrap().thread.unwrap();
    let snapshot = preview.snapshot().unwrap();
    assert!(snapshot.threads.iter().any(|it| it.slot == thread));
    // The script alone is held, and that is said.
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(
        &window,
        "held: breakpoint at start:2; ships fly on meanwhile"
    ));

    ask(
        &mut window,
        Action::Preview(PreviewAction::Step(StepBy::Over)),
    );
    wait(&mut window, "the next line", |it| {
        stopped_at(it).is_some_and(|at| at != "start:2")
    });
    let text = window.state().preview_state().stop_text().unwrap();
    assert!(text.starts_with("stepped"), "{text}");

    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the run to go on", |it| {
        stopped_at(it).is_none() && clock(it) > 0
    });
}

#[test]
fn hits_are_counted_and_notes_told_over_the_link() {
    let mut window = ready();
    break_at(&mut window, "start", 3);
    let noting = window.state().breakpoints().iter().next().unwrap();
    let noting = Breakpoint {
        log: Some("{waves_down} waves are down".to_owned()),
        ..noting.clone()
    };
    let id = noting.id;
    let change = BreakpointAction::Change(noting.clone());
    ask(&mut window, Action::Breakpoint(change));
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The line that only notes was passed.
    assert_eq!(stopped_at(&window).as_deref(), Some("start:4"));
    let preview = window.state().preview_state();
    let (tally, now) = (preview.tally().unwrap(), preview.position().unwrap());
    assert_eq!(tally.hits(id, now), 1);
    let stopping = window.state().breakpoints().iter().last().unwrap().id;
    assert_ne!(stopping, id);
    assert_eq!(tally.hits(stopping, now), 1);
    ask(&mut window, Action::ShowTab(Tab::Breakpoints));
    window.run_steps(2);
    assert!(sees_part(&window, "0 waves are down"), "noted");
    ask(&mut window, Action::ShowTab(Tab::Preview));
    window.run_steps(2);
    assert!(sees_part(&window, "0 waves are down"), "in the story");
    // With another condition it has other hits.
    let other = Breakpoint {
        condition: "waves_down == 1".to_owned(),
        ..noting
    };
    ask(
        &mut window,
        Action::Breakpoint(BreakpointAction::Change(other)),
    );
    wait(&mut window, "that it is forgotten", |it| {
        let preview = it.state().preview_state();
        let now = preview.position().unwrap();
        preview.tally().unwrap().hits(id, now) == 0
    });
}

#[test]
fn a_breakpoint_that_no_link_stops_at_says_why() {
    let mut window = playing();
    let on = On::Event {
        condition: 1,
        object: None,
    };
    ask(&mut window, Action::Breakpoint(BreakpointAction::Add(on)));
    wait(&mut window, "why it cannot stop there", |it| {
        let resolved = it.state().preview_state().resolved();
        resolved.is_some_and(|it| it.problems.values().any(|it| it.contains("not at events")))
    });
}

#[test]
fn pause_stops_the_clock_and_play_lets_it_go_on() {
    let mut window = playing();
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    // Pauses are over in the game once a state says so.
    for _ in 0..50 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    let stands = clock(&window);
    for _ in 0..120 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(clock(&window), stands);
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the run to go on", |it| clock(it) > stands);
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

#[test]
fn a_ship_that_is_moved_in_the_document_jumps_in_the_game_and_comes_back_by_a_pull() {
    let mut window = playing();
    wait(&mut window, "the first second", |it| clock(it) > 0);
    // The carrier keeps to no formation, so it stays where it is put.
    let id = "reliant";
    let there = [123_000.0, -4_000.0, 567_000.0];
    let far = |window: &Window| distance(ghost(window, id), there.map(f64::from)) > 50_000.0;
    // Pulled, undone and pulled again: what the document has meanwhile is no other mission.
    for _ in 0..2 {
        link(&mut window, LinkAction::PullPlaces);
        let label = window.state().document().history().undo_label();
        assert!(label.is_some_and(|it| it.starts_with("Pull ")), "{label:?}");
        command(&mut window, Command::Undo);
        window.run_steps(30);
    }
    // Without the switch nothing goes to the game.
    move_to(&mut window, id, there);
    wait(&mut window, "what was edited", |it| {
        it.state().link_state().differs() == Some(&[formats::SectionId::Ships])
    });
    for _ in 0..60 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(far(&window));
    link(&mut window, LinkAction::LiveEdits(true));
    wait(&mut window, "the ghost at its new place", |it| !far(it));
    assert!(window.state().link_state().refused().is_empty());

    // It flies on; pulled back, the document has it where the game has it, and undo takes that back.
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    let before = window.state().document().mission().clone();
    link(&mut window, LinkAction::PullPlaces);
    let pulled = window.state().document().mission().clone();
    if pulled != before {
        command(&mut window, Command::Undo);
        assert_eq!(*window.state().document().mission(), before, "one step");
    }
}

#[test]
fn what_is_renamed_is_called_so_in_the_game_as_well() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    assert_eq!(stopped_at(&window).as_deref(), Some("start:4"));
    // With live edits off, and then on.
    for (routine, to, ship, carrier) in [
        ("start", "begin", "reliant", "carrier"),
        ("begin", "at_first", "carrier", "home_base"),
    ] {
        rename(&mut window, Collection::Routines, routine, to);
        rename(&mut window, Collection::Ships, ship, carrier);
        let line = format!("{to}:4");
        wait(&mut window, "the line by its new name", |it| {
            stopped_at(it).as_ref() == Some(&line)
        });
        ghost(&window, carrier);
        let resolved = window.state().preview_state().resolved().unwrap();
        assert_eq!(resolved.problems.values().next(), None);
        assert_eq!(resolved.stops.breakpoints.len(), 1);
        link(&mut window, LinkAction::LiveEdits(true));
    }
    assert!(window.state().link_state().refused().is_empty());
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

#[test]
fn the_undo_of_a_pull_moves_nothing_in_the_game() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    wait(&mut window, "a ship on its way", |it| flown(it).is_some());
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    let ship = flown(&window).unwrap();
    let there = ghost(&window, &ship);
    let before = window.state().document().mission().clone();
    link(&mut window, LinkAction::PullPlaces);
    assert!(*window.state().document().mission() != before);
    for command_of in [Command::Undo, Command::Redo, Command::Undo] {
        command(&mut window, command_of);
        for _ in 0..40 {
            window.run_steps(1);
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(distance(ghost(&window, &ship), there) < 1.0);
        assert_eq!(window.state().link_state().differs(), None);
    }
    assert_eq!(*window.state().document().mission(), before);
    // An edit of the author's own goes there as before.
    move_to(&mut window, &ship, [9_000.0, 8_000.0, 7_000.0]);
    wait(&mut window, "the ghost at its new place", |it| {
        distance(ghost(it, &ship), [9_000.0, 8_000.0, 7_000.0]) < 1.0
    });
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

#[test]
fn pulls_and_their_undos_move_nothing_in_the_game_while_edits_wait() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    // A ship that is gone waits for a start anew, and the numbers of those behind it are others.
    let gone = AnyId {
        collection: Collection::Ships,
        id: "mammoth_1".into(),
    };
    let edit = model::edit::remove(window.state().document().mission(), &[gone]);
    let label = "Delete".to_owned();
    let gesture = None;
    ask(
        &mut window,
        Action::Edit {
            label,
            gesture,
            edit,
        },
    );
    wait(&mut window, "that it waits", |it| {
        !it.state().link_state().refused().is_empty()
    });
    let mut missions = vec![window.state().document().mission().clone()];
    for _ in 0..2 {
        wait(&mut window, "a ship on its way", |it| flown(it).is_some());
        pause(&mut window);
        let there = ghosts(&window);
        link(&mut window, LinkAction::PullPlaces);
        settle(&mut window);
        assert_eq!(ghosts(&window), there);
        let mission = window.state().document().mission();
        for (id, place) in &there {
            let ship = mission.ships.get(id).unwrap();
            let own = [ship.position.x, ship.position.y, ship.position.z];
            let own = own.map(|it| f64::from(it.0));
            assert!(distance(own, *place) < 1.0, "{id}: {own:?} for {place:?}");
        }
        missions.push(mission.clone());
        command(&mut window, Command::PreviewPlay);
        let second = clock(&window);
        wait(&mut window, "more of the mission", |it| {
            clock(it) > second + 2
        });
    }
    pause(&mut window);
    let there = ghosts(&window);
    for _ in 0..2 {
        missions.pop();
        command(&mut window, Command::Undo);
        settle(&mut window);
        assert_eq!(
            window.state().document().mission(),
            missions.last().unwrap()
        );
        assert_eq!(ghosts(&window), there);
    }
    // What waited is taken back, and the game is as it was.
    command(&mut window, Command::Undo);
    wait(&mut window, "that nothing waits", |it| {
        it.state().link_state().refused().is_empty() && it.state().link_state().differs().is_none()
    });
    settle(&mut window);
    assert!(there.iter().all(|it| ghosts(&window).contains(it)));
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

#[test]
fn opening_another_mission_sends_nothing_to_the_game() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    let open = Action::Open("../examples/minimal.mission.yaml".into());
    ask(&mut window, open);
    assert!(!window.state().link_state().live_edits());
}

#[test]
fn what_no_message_carries_is_said_with_the_way_out() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    command(&mut window, Command::SelectNone);
    ask(&mut window, Action::Add(Collection::Ships));
    wait(&mut window, "why not", |it| {
        !it.state().link_state().refused().is_empty()
    });
    ask(&mut window, Action::ShowTab(Tab::Live));
    // It is said which edit it is, what comes of it, and what can be done.
    let label = window.state().document().history().undo_label();
    let label = label.unwrap().to_owned();
    let told = format!("\u{201c}{label}\u{201d} cannot go to a mission that plays");
    assert!(sees_part(&window, &told), "{told}");
    assert!(sees_part(
        &window,
        "Nothing but where its ships are put goes"
    ));
    assert!(sees_part(&window, "it starts anew, with the document"));
    // An edit on top of it does not go either, and is not the one that is undone by itself.
    move_to(&mut window, "reliant", [1.0, 2.0, 3.0]);
    wait(&mut window, "the next edit, refused too", |it| {
        let refusal = it.state().link_state().refusal();
        it.state().findings().revision == it.state().document().revision()
            && refusal.and_then(|it| it.edit.as_deref()) == Some(label.as_str())
            && !sees_part(it, "Undo It")
    });
    assert!(sees_part(&window, &told), "{told}");
    // It is two steps back, and one click leads there.
    assert!(sees_part(&window, "which is 2 steps back in History"));
    window.get_by_label("Undo 2 Steps").click();
    wait(&mut window, "the document before both", |it| {
        it.state().link_state().refused().is_empty() && it.state().document().history().depth() == 0
    });
    for _ in 0..2 {
        command(&mut window, Command::Redo);
    }
    wait(&mut window, "both again", |it| {
        sees_part(it, "which is 2 steps back in History")
    });
    // But where a ship is put goes all the same, and so does its way back.
    let before = ghost(&window, "alpha_2");
    move_to(&mut window, "alpha_2", [90_000.0, 80_000.0, 70_000.0]);
    let is_there = |window: &Window| {
        let far = distance(ghost(window, "alpha_2"), [90_000.0, 80_000.0, 70_000.0]);
        far < distance(ghost(window, "alpha_2"), before)
    };
    wait(&mut window, "the ghost at its new place", is_there);
    command(&mut window, Command::Undo);
    wait(&mut window, "the ghost back", |it| !is_there(it));
    command(&mut window, Command::Undo);
    wait(&mut window, "the way back", |it| sees_part(it, "Undo It"));
    window.get_by_label("Undo It").click();
    wait(&mut window, "that the game has the document again", |it| {
        it.state().link_state().refused().is_empty()
            && it.state().link_state().differs().is_none()
            && sees_part(it, "the document's build")
    });
    command(&mut window, Command::Redo);
    wait(&mut window, "why not, again", |it| {
        !it.state().link_state().refused().is_empty()
    });
    window.get_by_label("Restart the Engine").click();
    wait(&mut window, "the run of the mission as it is now", |it| {
        it.state()
            .preview_state()
            .snapshot()
            .is_some_and(|snapshot| {
                snapshot.objects.len() == it.state().document().mission().ships.len()
            })
    });
    assert!(window.state().link_state().refused().is_empty());
}

#[test]
fn an_engine_that_dies_is_told_of_and_the_document_stays_as_it_is() {
    let mut window = playing();
    let before = window.state().document().mission().clone();
    let revision = window.state().document().revision();
    window.state_mut().kill_engine();
    wait(&mut window, "the end of the link", |it| {
        status(it) == Status::None
    });
    let ended = window.state().link_state().ended().unwrap().to_owned();
    // Which of them is noticed first is chance.
    let told = ["the connection", "closed the link", "ended or crashed"];
    assert!(told.iter().any(|it| ended.contains(it)), "{ended}");
    // What it told last stays to be looked at.
    let preview = window.state().preview_state();
    assert!(preview.is_over() && preview.snapshot().unwrap().objects.len() > 10);
    assert_eq!(preview.standing(), Standing::Still);
    let text = preview.stop_text().unwrap();
    assert!(text.contains("no longer live"), "{text}");
    assert_eq!(*window.state().document().mission(), before);
    assert_eq!(window.state().document().revision(), revision);
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "Start the Engine"));
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "another run", |it| {
        let preview = it.state().preview_state();
        !preview.is_over() && preview.snapshot().is_some()
    });
    // Where it has gone, Play starts a run of the editor's own.
    window.state_mut().kill_engine();
    wait(&mut window, "the end of that", |it| {
        it.state().preview_state().is_over()
    });
    // Unless it cannot, which is told, and takes nothing away.
    let win = AnyId {
        collection: Collection::Routines,
        id: "win".into(),
    };
    let body = window.state().document().mission().body(&win).unwrap();
    let body = model::Body {
        text: "nothing of this\n".to_owned(),
        ..body.clone()
    };
    let edit = model::edit::set_body(&win, body).unwrap();
    ask(
        &mut window,
        Action::Edit {
            label: "Break it".to_owned(),
            gesture: None,
            edit,
        },
    );
    command(&mut window, Command::PreviewPlay);
    window.run_steps(4);
    assert!(window.state().preview_state().is_over());
    assert!(sees_part(
        &window,
        "The mission has errors, so it cannot run"
    ));
    command(&mut window, Command::Undo);
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the editor's own run", |it| {
        let preview = it.state().preview_state();
        !preview.is_linked() && preview.is_running() && preview.snapshot().is_some()
    });
}

#[cfg(unix)]
#[test]
fn a_game_that_stands_still_is_linked_to_again_once_it_goes_on() {
    let mut window = playing();
    let process = window.state().link_state().process_id().unwrap();
    let signal = |name: &str| {
        let number = process.to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &number])
            .status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    wait(&mut window, "that it stands still", |it| {
        status(it) == Status::Lost
    });
    let before = clock(&window);
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "It is linked to again"));
    signal("-CONT");
    wait(&mut window, "the run again", |it| {
        status(it) == Status::Playing && it.state().link_state().shows()
    });
    wait(&mut window, "more of it", |it| {
        !it.state().preview_state().is_over() && clock(it) > before
    });
    assert_eq!(window.state().link_state().process_id(), Some(process));
}

#[test]
fn all_that_happened_is_told_also_of_before_it_was_shown() {
    use runtime::TraceEvent;
    let created = |window: &Window| {
        let trace = window.state().preview_state().trace().unwrap();
        let calls = trace.iter().filter(|it| {
            let create = matches!(it.event, TraceEvent::ToldCommand { command: 0x03, .. });
            create && it.clock == 0
        });
        calls.count()
    };
    let mut window = playing();
    wait(&mut window, "the next second", |it| clock(it) > 0);
    assert_eq!(created(&window), 4, "of the start part");
    // Another document's window tells the same of the game.
    let open = Action::Open("../examples/minimal.mission.yaml".into());
    ask(&mut window, open);
    wait(&mut window, "the run by its own names", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.snapshot().is_some()
    });
    window.run_steps(4);
    assert_eq!(created(&window), 4);
}

#[test]
fn a_question_for_another_moment_does_not_stop_the_game() {
    let mut window = playing();
    wait(&mut window, "the next second", |it| clock(it) > 0);
    for action in [
        PreviewAction::Seek(runtime::Tick(0)),
        PreviewAction::BackSecond,
        PreviewAction::StepSecond,
    ] {
        ask(&mut window, Action::Preview(action));
        settle(&mut window);
        assert!(window.state().preview_state().is_running());
    }
    let second = clock(&window);
    wait(&mut window, "the next", |it| clock(it) > second);
}

#[test]
fn another_number_of_triggers_ends_the_threads_and_the_author_is_told() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    link(&mut window, LinkAction::LiveEdits(true));
    ask(&mut window, Action::Add(Collection::Triggers));
    wait(&mut window, "that nothing stands there any more", |it| {
        stopped_at(it).is_none() && it.state().link_state().differs().is_none()
    });
    ask(&mut window, Action::ShowTab(Tab::Log));
    window.run_steps(2);
    assert!(sees_part(&window, "ended every thread of its script"));
    wait(&mut window, "a script without threads", |it| {
        let snapshot = it.state().preview_state().snapshot().unwrap();
        snapshot.threads.is_empty()
    });
    // It goes on all the same.
    let second = clock(&window);
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the next seconds", |it| clock(it) > second + 1);
}

#[test]
fn lines_of_another_build_are_found_in_the_documents_text() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The same with a comment more, and with a name of another length before the line.
    let text = std::fs::read_to_string("../examples/first-sortie.mission.yaml").unwrap();
    let text = text.replace("number: 1", "number: 2");
    let text = text.replace(
        "      CreateFlightGroup(navs)\n",
        "      # One more.\n      CreateFlightGroup(navs)\n      SetObjective(1, 2)\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.mission.yaml");
    std::fs::write(&path, text).unwrap();
    ask(&mut window, Action::Open(path));
    wait(&mut window, "the stop in another build", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.stopped_at().is_some()
    });
    let state = window.state();
    assert!(!state.link_state().plays_document());
    let mission = state.document().mission();
    let (owner, span) = state.preview_state().stopped_at().unwrap();
    let there = state.preview_state().in_text(mission, &owner, span);
    let text = &mission.body(&owner).unwrap().text;
    let line = text[there.start..].lines().next().unwrap();
    assert_eq!(line.trim(), "CreateFlightGroup(freighters)");
    // What cannot go as a whole does not go in part, though ships of both bear the same names.
    move_to(&mut window, "reliant", [90_000.0, 80_000.0, 70_000.0]);
    link(&mut window, LinkAction::SendDocument);
    settle(&mut window);
    assert!(!window.state().link_state().refused().is_empty());
    let snapshot = window.state().preview_state().snapshot().unwrap();
    let mut places = snapshot.objects.iter().map(|it| it.position);
    assert!(places.all(|it| distance(it, [90_000.0, 80_000.0, 70_000.0]) > 1_000.0));
}

#[test]
fn a_run_of_the_editors_own_takes_its_place_until_it_is_stopped() {
    let mut window = playing();
    // A test is played by the editor itself.
    let test = "../examples/first-sortie.test.yaml".into();
    ask(
        &mut window,
        Action::Answer(Answer::Picked(Purpose::PlayTest, test, None)),
    );
    wait(&mut window, "the test's run", |it| {
        let preview = it.state().preview_state();
        preview.has_run() && !preview.is_linked() && preview.snapshot().is_some()
    });
    assert_eq!(status(&window), Status::Playing, "the game plays on");
    command(&mut window, Command::PreviewStop);
    wait(&mut window, "the game's run again", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.snapshot().is_some()
    });
}

#[test]
fn edits_that_wait_are_told_of_and_sent_once() {
    let mut window = playing();
    wait(&mut window, "the first second", |it| clock(it) > 0);
    ask(&mut window, Action::ShowTab(Tab::Live));
    let waits = "The game plays the document before your last edits";
    assert!(!sees_part(&window, waits));
    let there = [123_000.0, -4_000.0, 567_000.0];
    move_to(&mut window, "reliant", there);
    wait(&mut window, "that edits wait", |it| sees_part(it, waits));
    assert!(sees_part(&window, "the document before edits of: Ships"));
    window.get_by_label("Send Them").click();
    wait(&mut window, "that none does", |it| {
        sees_part(it, "the document's build") && !sees_part(it, waits)
    });
    wait(&mut window, "the ghost at its new place", |it| {
        distance(ghost(it, "reliant"), there.map(f64::from)) < 50_000.0
    });
    assert!(!window.state().link_state().live_edits(), "this once");
    // Where each edit goes as it is made, none waits.
    link(&mut window, LinkAction::LiveEdits(true));
    move_to(&mut window, "reliant", [1.0, 2.0, 3.0]);
    wait(&mut window, "the ghost where it was moved to", |it| {
        distance(ghost(it, "reliant"), [1.0, 2.0, 3.0]) < 50_000.0
    });
    assert!(!sees_part(&window, waits));
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

#[test]
fn a_line_that_a_thread_has_begun_counts_once_the_routine_is_run_anew() {
    let mut window = ready();
    break_at(&mut window, "start", 2);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    ask(&mut window, Action::ShowTab(Tab::Live));
    link(&mut window, LinkAction::LiveEdits(true));
    // A step ends in its line, behind the values that the line begins with.
    ask(
        &mut window,
        Action::Preview(PreviewAction::Step(StepBy::Over)),
    );
    wait(&mut window, "the next line", |it| {
        stopped_at(it).is_some_and(|at| at != "start:2")
    });
    let at = stopped_at(&window).unwrap();
    let told = format!("at {at}, has passed what changed");
    assert!(!sees_part(&window, &told));
    edit_routine(
        &mut window,
        "start",
        "CreateFlightGroup(home)",
        "CreateFlightGroup(alpha)",
    );
    wait(&mut window, "that it counts later", |it| {
        sees_part(it, &told)
    });
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "that it says so no more", |it| {
        stopped_at(it).is_none() && !sees_part(it, "has passed what changed")
    });
}

#[test]
fn another_document_finds_that_the_game_plays_another_build() {
    let mut window = playing();
    ask(
        &mut window,
        Action::Open("../examples/minimal.mission.yaml".into()),
    );
    wait(&mut window, "the game's mission by its own names", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.snapshot().is_some_and(|it| it.objects.len() > 10)
    });
    let differs = window.state().link_state().differs().unwrap();
    assert!(differs.contains(&formats::SectionId::Ships), "{differs:?}");
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "another build than the document's"));
    // The places of its ships are none of this mission's.
    let before = window.state().document().mission().clone();
    link(&mut window, LinkAction::PullPlaces);
    assert_eq!(*window.state().document().mission(), before);
    // What it plays is opened in the document's place.
    link(&mut window, LinkAction::Fetch);
    wait(&mut window, "the document that was fetched", |it| {
        it.state().document().mission().ships.len() > 10
    });
    assert_eq!(window.state().document().name(), "first-sortie.dte");
}

#[test]
fn where_nothing_listens_it_says_so() {
    let mut window = ready();
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    link(&mut window, LinkAction::Connect(port));
    wait(&mut window, "that nothing listens", |it| {
        it.state().link_state().ended().is_some()
    });
    let ended = window.state().link_state().ended().unwrap();
    assert!(
        ended.starts_with(&format!("Nothing listens at 127.0.0.1:{port}")),
        "{ended}"
    );
    assert!(ended.contains("--editor-link"), "{ended}");
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

#[test]
#[cfg(unix)]
fn a_mission_of_the_game_is_not_written_over_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let missions = folder.path().join("Missions");
    std::fs::create_dir(&missions).unwrap();
    let there = missions.join("MISSION1.DTE");
    std::fs::write(&there, b"somebody else's mission").unwrap();
    let mut window = ready();
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    link(&mut window, LinkAction::StartGame);
    assert_eq!(
        status(&window),
        Status::None,
        "it does not know the program"
    );
    let program = game(folder.path());
    link(&mut window, LinkAction::Game(Some(program)));
    link(&mut window, LinkAction::Port(port));
    link(&mut window, LinkAction::StartGame);
    // Nothing is written over without being asked.
    assert!(window.state().has_dialog());
    assert_eq!(std::fs::read(&there).unwrap(), b"somebody else's mission");
    assert_eq!(status(&window), Status::None);
    // The answer that replaces it keeps what was there.
    let replace = Answer::Picked(Purpose::IntoGame, there.clone(), None);
    ask(&mut window, Action::Answer(replace));
    let image = window.state().findings().image.clone().unwrap();
    assert_eq!(std::fs::read(&there).unwrap(), image.bytes());
    let kept = missions.join("MISSION1.DTE.bak");
    assert_eq!(std::fs::read(kept).unwrap(), b"somebody else's mission");
}

#[test]
#[cfg(unix)]
fn a_game_that_takes_its_time_is_linked_once_it_listens() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ready();
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let program = game(folder.path());
    link(&mut window, LinkAction::Game(Some(program)));
    link(&mut window, LinkAction::Port(port));
    link(&mut window, LinkAction::StartGame);
    // A game has a folder for missions, so that a wrong path is likely where there is none.
    let missions = folder.path().join("missions");
    assert!(window.state().has_dialog());
    window.get_by_label_contains("There is no folder missions beside");
    assert!(!missions.exists());
    window.get_by_label("Make It").click();
    window.run_steps(4);
    assert!(!window.state().has_dialog());
    wait(&mut window, "the game's run", |it| {
        it.state().preview_state().is_linked() && it.state().preview_state().snapshot().is_some()
    });
    assert_eq!(status(&window), Status::Playing);
    assert!(folder.path().join("missions/mission1.dte").exists());
    let state = window.state();
    assert_eq!(state.link_state().differs(), None);
    let said: Vec<_> = state.link_state().process_lines().collect();
    assert_eq!(said.first(), Some(&"a game that takes its time"));
    // The same mission goes there again without a question, since nothing is lost by it.
    link(&mut window, LinkAction::Restart);
    assert!(!window.state().has_dialog());
    wait(&mut window, "the game's run again", |it| {
        it.state().preview_state().snapshot().is_some()
    });
}

#[test]
fn a_program_that_is_not_there_is_told_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ready();
    let program = folder.path().join("openrelaint");
    link(&mut window, LinkAction::Game(Some(program)));
    link(&mut window, LinkAction::StartGame);
    assert!(!window.state().has_dialog());
    ask(&mut window, Action::ShowTab(Tab::Log));
    assert!(sees_part(&window, "has no openrelaint"));
    // Nor where it went while a question about its mission stood.
    let path = folder.path().join("missions/mission1.dte");
    let into = Answer::Picked(Purpose::IntoGame, path, None);
    ask(&mut window, Action::Answer(into));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(status(&window), Status::None);
}
