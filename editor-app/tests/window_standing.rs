//! A run that stands: where it can be asked to go, what the window says of it, and what it leaves
//! alone of the author's.

mod common;

use std::time::Duration;

use common::{wait_for_run as wait, *};
use editor_app::action::{Action, Command};
use editor_app::breakpoints::{Breakpoint, BreakpointAction};
use editor_app::layout::{Preset, Tab};
use editor_app::preview::{Preview, PreviewAction, StepBy};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use model::diagnostic::Place;
use model::edit::set_body;
use model::{AnyId, Body, Collection};
use runtime::debug::Why;
use runtime::{Input, Tick};

fn routine(id: &str) -> AnyId {
    AnyId {
        collection: Collection::Routines,
        id: id.into(),
    }
}

fn text<'a>(window: &'a Window, id: &str) -> &'a str {
    let mission = window.state().document().mission();
    &mission.body(&routine(id)).unwrap().text
}

/// The line of the mission that runs at which it stands.
fn line(window: &Window) -> String {
    let (owner, span) = preview(window).stopped_at().expect("it stands in a text");
    let mission = preview(window).mission().unwrap();
    let text = &mission.body(&owner).unwrap().text;
    format!("{}: {}", owner.id, text[span].trim())
}

/// Puts the caret behind some words of a routine.
fn caret_behind(window: &mut Window, id: &str, words: &str) {
    let at = text(window, id).find(words).unwrap() + words.len();
    ask(window, Action::GoTo(Place::text(routine(id), at..at)));
}

fn hand_in_part(window: &mut Window, id: &str) {
    let part = preview(window).part_number(&routine(id)).unwrap();
    run(window, PreviewAction::Input(Input::RunPart { part }));
}

fn break_at(window: &mut Window, id: &str, words: &str) -> Breakpoint {
    let (owner, at) = (routine(id), text(window, id).find(words).unwrap());
    let toggle = BreakpointAction::ToggleLine { owner, at };
    ask(window, Action::Breakpoint(toggle));
    let last = window.state().breakpoints().iter().last();
    last.unwrap().clone()
}

fn edit_text(window: &mut Window, id: &str, from: &str, to: &str) {
    let owner = routine(id);
    let body = window.state().document().mission().body(&owner).unwrap();
    assert!(body.text.contains(from));
    let body = Body {
        text: body.text.replacen(from, to, 1),
        ..body.clone()
    };
    let edit = set_body(&owner, body).unwrap();
    let label = "edit".to_owned();
    let gesture = None;
    ask(
        window,
        Action::Edit {
            label,
            gesture,
            edit,
        },
    );
}

fn logged(window: &mut Window, text: &str) -> bool {
    ask(window, Action::ShowTab(Tab::Log));
    sees_part(window, text)
}

#[test]
fn the_run_goes_to_the_carets_line_wherever_on_it_the_caret_is() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    hand_in_part(&mut window, "wave_gone");
    caret_behind(&mut window, "wave_gone", "waves_down += 1");
    command(&mut window, Command::RunToCursor);
    wait(&mut window, "stands", stands);
    assert_eq!(line(&window), "wave_gone: waves_down += 1");
    // The last line has a statement too; behind it there is none, and that is said.
    caret_behind(&mut window, "wave_gone", "call win");
    hand_in_part(&mut window, "wave_gone");
    command(&mut window, Command::RunToCursor);
    wait(&mut window, "stands", stands);
    assert_eq!(line(&window), "wave_gone: call win");
    let position = preview(&window).position();
    caret_behind(&mut window, "wave_gone", "call win\n");
    command(&mut window, Command::RunToCursor);
    wait(&mut window, "stands", stands);
    assert_eq!(preview(&window).position(), position);
    assert!(logged(&mut window, "No statement stands at line 4"));
}

#[test]
fn a_stop_shows_its_line_and_leaves_the_selection() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    select(&mut window, &[(Collection::Routines, "wave_gone")]);
    break_at(&mut window, "start", "SetInvulnerability");
    run(&mut window, PreviewAction::Toggle);
    assert_eq!(selected(&window), ["wave_gone"]);
    let shown = |window: &Window| window.state().panels().routine_caret().unwrap().0;
    assert_eq!(shown(&window), routine("start"));
    // Selecting it once more shows its text again.
    select(&mut window, &[(Collection::Routines, "wave_gone")]);
    window.run_steps(2);
    assert_eq!(shown(&window), routine("wave_gone"));
}

#[test]
fn a_link_to_a_line_selects_none_of_it() {
    let mut window = window();
    let at = text(&window, "wave_gone").find("waves_down += 1").unwrap();
    let place = Place::text(routine("wave_gone"), at..at + 15);
    ask(&mut window, Action::GoTo(place));
    window.run_steps(3);
    assert!(sees_part(&window, "1:1"), "the caret's place is told");
    window.event(Event::Text("# ".to_owned()));
    window.run_steps(4);
    assert!(text(&window, "wave_gone").contains("# waves_down += 1"));
}

#[test]
fn a_run_that_stands_is_stepped_while_the_text_has_errors() {
    let mut window = window();
    break_at(&mut window, "start", "SetInvulnerability");
    run(&mut window, PreviewAction::Toggle);
    edit_text(
        &mut window,
        "start",
        "SetObjective(0, 2)",
        "SetObjective(0,",
    );
    wait(&mut window, "is outdated", Preview::is_outdated);
    assert!(sees_part(&window, "the mission before the edit"));
    window.key_press(Key::F10);
    window.run_steps(2);
    wait(&mut window, "steps", |it| {
        stands(it) && it.stopped().is_some_and(|it| it.why == Why::Stepped)
    });
    assert_eq!(line(&window), "start: SetObjective(0, 2)");
    assert!(preview(&window).is_outdated());
    // The place of the old line in the text as it is now.
    let (owner, span) = preview(&window).stopped_at().unwrap();
    let mission = window.state().document().mission();
    let now = preview(&window).in_text(mission, &owner, span);
    assert!(text(&window, "start")[now.start..].starts_with("SetObjective(0,"));
}

#[test]
fn steps_that_lead_nowhere_or_far_say_so() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    let position = preview(&window).position();
    command(&mut window, Command::BackToStop);
    wait(&mut window, "stands", stands);
    assert_eq!(preview(&window).position(), position, "it stays");
    assert!(logged(&mut window, "There is no stop before this moment"));
    // No thread stands at the end of a second, and the next line that runs is seconds away.
    run(&mut window, PreviewAction::Step(StepBy::Over));
    assert!(preview(&window).position() > position);
    assert!(logged(&mut window, "The run stood at no line"));
    // Back from the first line of a routine goes to where it was called.
    let at = text(&window, "win").find("if outcome").unwrap();
    run(&mut window, PreviewAction::Seek(Tick(100)));
    for _ in 0..2 {
        hand_in_part(&mut window, "wave_gone");
    }
    let place = Place::text(routine("win"), at..at);
    run(&mut window, PreviewAction::RunTo(place));
    run(
        &mut window,
        PreviewAction::Back(editor_app::preview::BackTo::Statement),
    );
    assert_eq!(line(&window), "wave_gone: call win");
    assert!(logged(&mut window, "Step Back left win"));
}

#[test]
fn the_split_of_the_preview_stays_over_an_edit() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Debug));
    run(&mut window, PreviewAction::StepSecond);
    ask(&mut window, Action::ShowTab(Tab::Preview));
    window.run_steps(4);
    let width = |window: &Window| window.get_by_label("Timeline").rect().width();
    let before = width(&window);
    edit_text(
        &mut window,
        "wave_gone",
        "waves_down += 1",
        "waves_down += 5",
    );
    for _ in 0..400 {
        window.run_steps(1);
        if !preview(&window).is_outdated() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    wait(&mut window, "is run again", |it| {
        stands(it) && !it.is_outdated()
    });
    window.run_steps(4);
    assert_eq!(width(&window), before);
}

#[test]
fn an_edit_within_a_tick_is_no_difference_where_nothing_differs() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    break_at(&mut window, "wave_gone", "if waves_down");
    hand_in_part(&mut window, "wave_gone");
    run(&mut window, PreviewAction::StepSecond);
    assert_eq!(line(&window), "wave_gone: if waves_down == 2:");
    // What is told later in that tick has not come yet, before the edit and behind it.
    edit_text(&mut window, "start", "# What", "# This is\n# what");
    wait(&mut window, "is run again", |it| {
        stands(it) && !it.is_outdated()
    });
    assert_eq!(line(&window), "wave_gone: if waves_down == 2:");
    assert_eq!(preview(&window).difference(), None);
}

#[test]
fn what_a_restart_or_an_input_in_the_past_costs_is_said() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    hand_in_part(&mut window, "wave_gone");
    assert!(logged(
        &mut window,
        "wave_gone runs: at the next tick, 0:01.01."
    ));
    run(&mut window, PreviewAction::StepSecond);
    run(&mut window, PreviewAction::Seek(Tick(50)));
    hand_in_part(&mut window, "lose");
    assert!(logged(
        &mut window,
        "What came after 0:00.50 is forgotten, 1 input with it."
    ));
    run(&mut window, PreviewAction::KeepInputs(false));
    ask(&mut window, Action::Preview(PreviewAction::Restart));
    assert!(logged(
        &mut window,
        "Restart: 1 input is not handed in again"
    ));
}

#[test]
fn inputs_come_again_after_a_restart_unless_that_is_switched_off() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    hand_in_part(&mut window, "wave_gone");
    run(&mut window, PreviewAction::StepSecond);
    ask(&mut window, Action::Preview(PreviewAction::Restart));
    wait(&mut window, "begins again", |it| it.inputs().len() == 1);
    assert!(!logged(&mut window, "not handed in again"));
}

#[test]
fn a_key_on_a_breakpoint_with_a_condition_switches_it_off() {
    let mut window = window();
    let set = break_at(&mut window, "wave_gone", "waves_down += 1");
    let key = |window: &mut Window| {
        caret_behind(window, "wave_gone", "waves_down += 1");
        window.run_steps(2);
        window.key_press(Key::F9);
        window.run_steps(3);
        let breakpoints = window.state().breakpoints();
        breakpoints.iter().map(|it| it.enabled).collect::<Vec<_>>()
    };
    let condition = "waves_down == 1".to_owned();
    let change = BreakpointAction::Change(Breakpoint { condition, ..set });
    ask(&mut window, Action::Breakpoint(change));
    assert_eq!(key(&mut window), [false]);
    assert_eq!(key(&mut window), [true]);
    let plain = window.state().breakpoints().iter().next().unwrap().clone();
    let condition = String::new();
    let change = BreakpointAction::Change(Breakpoint { condition, ..plain });
    ask(&mut window, Action::Breakpoint(change));
    assert!(key(&mut window).is_empty(), "a plain one goes");
}

#[test]
fn notes_stand_in_the_story_and_lead_to_their_moment() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Debug));
    let set = break_at(&mut window, "wave_gone", "if waves_down");
    let log = Some("waves: {waves_down}".to_owned());
    let change = BreakpointAction::Change(Breakpoint { log, ..set });
    ask(&mut window, Action::Breakpoint(change));
    run(&mut window, PreviewAction::StepSecond);
    hand_in_part(&mut window, "wave_gone");
    run(&mut window, PreviewAction::StepSecond);
    ask(&mut window, Action::ShowTab(Tab::Preview));
    window.get_by_label("waves: 1").click();
    window.run_steps(3);
    wait(&mut window, "shows the note", stands);
    let position = preview(&window).position().unwrap();
    assert!(
        position.tick == Tick(101) && !position.is_end(),
        "{position:?}"
    );
    assert_eq!(line(&window), "wave_gone: if waves_down == 2:");
}

/// The times of the entries that are in sight.
fn times(window: &Window) -> Vec<String> {
    let links = window.query_all_by_role(Role::Link);
    let labels = links.filter_map(|it| it.accesskit_node().label());
    labels.filter(|it| it.starts_with("0:")).collect()
}

#[test]
fn events_go_where_the_moment_goes() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Debug));
    for _ in 0..14 {
        run(&mut window, PreviewAction::StepSecond);
    }
    ask(&mut window, Action::ShowTab(Tab::Events));
    window.run_steps(6);
    assert!(times(&window).iter().any(|it| it.as_str() >= "0:13"));
    run(&mut window, PreviewAction::Seek(Tick(50)));
    assert!(times(&window).iter().any(|it| it.as_str() <= "0:00.50"));
    // Of the tick that the run stands in, only what came up to there has come.
    let moments = preview(&window).moments().len();
    assert!(preview(&window).past_moments() < moments);
    run(&mut window, PreviewAction::Seek(Tick(0)));
    let of_tick = preview(&window).past_moments();
    run(
        &mut window,
        PreviewAction::Back(editor_app::preview::BackTo::Statement),
    );
    assert!(preview(&window).stopped().is_some());
    assert!(preview(&window).past_moments() <= of_tick);
    assert!(preview(&window).told() < preview(&window).trace().unwrap().len());
}

#[test]
fn a_name_in_a_text_says_what_it_stands_for_now() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    hand_in_part(&mut window, "wave_gone");
    run(&mut window, PreviewAction::StepSecond);
    let owner = routine("wave_gone");
    let at = text(&window, "wave_gone").find("waves_down").unwrap() + 2;
    let now = preview(&window).value_now(&owner, text(&window, "wave_gone"), at);
    assert_eq!(now.as_deref(), Some("Now 1"));
    let now = preview(&window).value_now(&owner, "flag[jump_ready] == 0", 7);
    let value = preview(&window).snapshot().unwrap().variables[14];
    assert!(now.is_some_and(|it| it.starts_with("Now ")), "{value}");
}

const FLOATS: &str = "source: 1
globals:
  - {id: level, value: 0x40400000}
flight_groups:
  - {id: alpha, wing: player}
ships:
  - {id: player, kind: predator, flight_group: alpha}
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      level *=. 2
      spawn deep(7)
  - id: deep
    arguments: [many]
    run: |
      Wait(arg.many)
      pass
";

#[test]
fn floats_arguments_and_what_is_set_by_hand_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("floats.mission.yaml");
    std::fs::write(&path, FLOATS).unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path));
    ask(&mut window, Action::Layout(Preset::Debug));
    run(&mut window, PreviewAction::StepSecond);
    ask(&mut window, Action::ShowTab(Tab::Values));
    // 3.0 times 2 is 6.0 (script-vm V46), and `deep` waits with its 7.
    assert!(sees_part(&window, "= 6.0"));
    let text = "Wait(arg.many)";
    let now = preview(&window).value_now(&routine("deep"), text, 8);
    assert_eq!(now.as_deref(), Some("Now 7, in thread 1"));
    let input = Input::SetGlobal {
        global: 0,
        value: 2.5f32.to_bits(),
    };
    run(&mut window, PreviewAction::Input(input));
    assert!(sees_part(&window, "1075838976 = 2.5 from the next tick on"));
    run(&mut window, PreviewAction::StepSecond);
    assert!(!sees_part(&window, "from the next tick on"));
    assert!(sees_part(&window, "= 2.5"));
    // A routine with arguments is not run by hand, and the form says why.
    let form = Action::HandIn(
        editor_app::preview::by_hand::ByHand::RunRoutine,
        Some(routine("deep")),
    );
    ask(&mut window, form);
    window.run_steps(3);
    assert!(sees_part(
        &window,
        "deep takes many, which cannot be handed in"
    ));
}
