//! A run becomes a test, a test becomes a run, and inputs are taken out of one again.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::*;
use editor_app::action::{Action, Command};
use editor_app::answer::{Answer, Purpose};
use editor_app::layout::Tab;
use editor_app::mission_file;
use editor_app::mission_test::{Bench, TestSource, run as play};
use editor_app::preview::{Moment, PreviewAction, StepBy};
use egui_kittest::kittest::Queryable as _;
use model::edit::set_body;
use model::{AnyId, Body, Collection};
use runtime::{Input, StandInPilot, Tick};

/// A window on a copy of the example, and the folder that it is in.
fn opened() -> (Window, tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sortie.mission.yaml");
    let example = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = example.join("../examples/first-sortie.mission.yaml");
    std::fs::copy(example, &path).unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path.clone()));
    assert_eq!(window.state().document().path(), Some(path.as_path()));
    (window, folder, path)
}

/// Two globals, of which the first takes up a variable of the game and the second counts.
const COUNTING: &str = "source: 1
mission: {name: Counting, number: 1}
globals:
  - {id: taken, value: 0}
  - {id: counted, value: 0}
flight_groups:
  - {id: alpha, wing: player}
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      spawn slowly
  - id: slowly
    run: |
      taken = flag[ghost_alive]
      Wait(1)
      counted += 1
      counted += 1
      counted += 1
      Wait(1)
";

/// A window on a mission that counts.
fn counting() -> (Window, tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("counting.mission.yaml");
    std::fs::write(&path, COUNTING).unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path.clone()));
    assert_eq!(window.state().document().path(), Some(path.as_path()));
    (window, folder, path)
}

fn global(window: &Window, index: usize) -> u32 {
    preview(window).snapshot().unwrap().globals[index]
}

fn number(window: &Window, id: &str) -> u16 {
    let id = AnyId {
        collection: Collection::Ships,
        id: id.into(),
    };
    preview(window).ship_number(&id).unwrap()
}

fn destroy(window: &mut Window, id: &str) {
    let ship = number(window, id);
    let input = Input::Destroy {
        ship,
        attacker: None,
    };
    ask(window, Action::Preview(PreviewAction::Input(input)));
}

fn logged(window: &mut Window, text: &str) -> bool {
    ask(window, Action::ShowTab(Tab::Log));
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_run_is_saved_as_a_test_that_passes_and_plays() {
    let (mut window, folder, mission) = opened();
    run(&mut window, PreviewAction::StepSecond);
    for mammoth in ["mammoth_1", "mammoth_2", "mammoth_3"] {
        destroy(&mut window, mammoth);
    }
    run(&mut window, PreviewAction::StepSecond);
    let path = folder.path().join("lost.test.yaml");
    let picked = Answer::Picked(Purpose::SaveTest, path.clone(), None);
    ask(&mut window, Action::Answer(picked));
    wait(&mut window, "is saved", |_| path.is_file());
    let text = std::fs::read_to_string(&path).unwrap();
    for line in [
        "mission: sortie.mission.yaml",
        "destroy: mammoth_2",
        "trigger: convoy_lost",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    // It passes on the mission's file.
    let bench = Bench::new(mission_file::open(&mission).unwrap())
        .ok()
        .unwrap();
    let read = TestSource::parse(&text)
        .unwrap()
        .read(bench.mission())
        .unwrap();
    let verdict = play(&bench, &read).unwrap();
    assert!(verdict.passed(), "{:?}", verdict.checks);
    assert_eq!(verdict.inputs, preview(&window).inputs());

    // And it plays in the window: the same inputs, standing at the start.
    ask(&mut window, Action::Preview(PreviewAction::Stop));
    let picked = Answer::Picked(Purpose::PlayTest, path.clone(), None);
    ask(&mut window, Action::Answer(picked));
    wait_for_run(&mut window, "plays", stands);
    assert_eq!(preview(&window).snapshot().unwrap().tick, Tick(0));
    assert_eq!(preview(&window).head(), Tick(200));
    assert_eq!(preview(&window).inputs(), verdict.inputs);
    run(&mut window, PreviewAction::Seek(Tick(200)));
    assert_eq!(preview(&window).snapshot().unwrap().globals[2], 2, "lost");
    assert!(logged(&mut window, "The test passes"));

    // What it expects in vain is told with its line.
    std::fs::write(
        &path,
        text.replace("global: outcome, is: 2", "global: outcome, is: 1"),
    )
    .unwrap();
    let picked = Answer::Picked(Purpose::PlayTest, path.clone(), None);
    ask(&mut window, Action::Answer(picked));
    wait_for_run(&mut window, "plays", stands);
    window.run_steps(4);
    assert!(logged(&mut window, "global: outcome, is: 1"));
    assert!(logged(&mut window, "lost.test.yaml failed: 1 of "));
    // It stands where that failed, and the list of it leads there.
    let outcome = preview(&window).outcome().unwrap();
    let failed = outcome.failed[0].tick;
    assert_eq!(preview(&window).snapshot().unwrap().tick, failed);
    run(&mut window, PreviewAction::Seek(Tick(0)));
    ask(&mut window, Action::ShowTab(Tab::Preview));
    let what = "global: outcome, is: 1";
    assert!(window.query_all_by_label_contains(what).next().is_some());
    let time = editor_app::preview::time_text(failed);
    window.get_by_label(&time).click();
    window.run_steps(3);
    wait_for_run(&mut window, "shows the failure", stands);
    assert_eq!(preview(&window).snapshot().unwrap().tick, failed);
    // So is what is wrong with its text.
    std::fs::write(&path, text.replace("mammoth_2", "mammoth_9")).unwrap();
    let picked = Answer::Picked(Purpose::PlayTest, path, None);
    ask(&mut window, Action::Answer(picked));
    assert!(logged(&mut window, "mammoth_9"));
}

#[test]
fn a_mission_without_a_file_is_told_to_be_saved_first() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    command(&mut window, Command::SaveTest);
    assert!(!window.state().has_dialog());
    assert!(logged(&mut window, "save it first"));
}

#[test]
fn inputs_are_taken_out_and_kept_over_a_restart() {
    let (mut window, _folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "mammoth_1");
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "mammoth_2");
    run(&mut window, PreviewAction::StepSecond);
    let destroyed = |window: &Window, id: &str| {
        let ship = number(window, id);
        let snapshot = preview(window).snapshot().unwrap();
        snapshot.ship(ship).unwrap().destroyed
    };
    assert!(destroyed(&window, "mammoth_1") && destroyed(&window, "mammoth_2"));
    run(&mut window, PreviewAction::DropInput(0));
    wait(&mut window, "is without it", |it| {
        stands(preview(it)) && preview(it).inputs().len() == 1
    });
    assert_eq!(preview(&window).snapshot().unwrap().tick, Tick(300));
    assert!(!destroyed(&window, "mammoth_1") && destroyed(&window, "mammoth_2"));
    run(&mut window, PreviewAction::KeepInputs(true));
    ask(&mut window, Action::Preview(PreviewAction::Restart));
    ask(&mut window, Action::Preview(PreviewAction::Speed(64.0)));
    wait(&mut window, "has it again", |it| {
        preview(it).snapshot().is_some_and(|it| it.tick > Tick(210))
    });
    assert_eq!(preview(&window).inputs().len(), 1);
    assert!(destroyed(&window, "mammoth_2"));
}

#[test]
fn what_ran_adds_up_over_runs() {
    let (mut window, _folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    let lose = AnyId {
        collection: Collection::Routines,
        id: "lose".into(),
    };
    let part = preview(&window).part_number(&lose).unwrap();
    let input = Input::RunPart { part };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    run(&mut window, PreviewAction::StepSecond);
    let ran = |window: &Window| preview(window).coverage()[&lose];
    let (first, all) = ran(&window);
    assert!(first > 0);
    ask(&mut window, Action::Preview(PreviewAction::Stop));
    run(&mut window, PreviewAction::StepSecond);
    assert_eq!(ran(&window), (0, all), "this run did not come to it");
    run(&mut window, PreviewAction::MergeCoverage(true));
    window.run_steps(2);
    assert_eq!(ran(&window), (first, all), "a run before did");
}

/// Has the run saved as a test, and gives its text.
fn saved(window: &mut Window, folder: &Path) -> String {
    let path = folder.join("saved.test.yaml");
    let _ = std::fs::remove_file(&path);
    let picked = Answer::Picked(Purpose::SaveTest, path.clone(), None);
    ask(window, Action::Answer(picked));
    wait(window, "is saved", |_| path.is_file());
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_run_that_is_made_again_starts_as_it_did() {
    let (mut window, folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "mammoth_1");
    run(&mut window, PreviewAction::Pilot(StandInPilot::Hold));
    // It is for the next start, and not for this run.
    ask(&mut window, Action::Preview(PreviewAction::Seed(9)));
    run(&mut window, PreviewAction::StepSecond);
    let before = saved(&mut window, folder.path());
    assert!(!before.contains("seed: 9") && before.contains("pilot: hold"));
    let start = |text: &str| text.split("inputs:").next().unwrap().to_owned();
    run(&mut window, PreviewAction::DropInput(0));
    wait(&mut window, "is without it", |it| {
        stands(preview(it)) && preview(it).inputs().len() == 1
    });
    let after = saved(&mut window, folder.path());
    assert_eq!(start(&after), start(&before));
    assert_eq!(preview(&window).pilot(), StandInPilot::Hold);
    // Without the change of its pilot it has the one that it began with.
    run(&mut window, PreviewAction::DropInputs);
    wait(&mut window, "is without any", |it| {
        stands(preview(it)) && preview(it).inputs().is_empty()
    });
    assert_eq!(preview(&window).pilot(), StandInPilot::FollowNavPoints);
}

#[test]
fn a_test_that_is_played_keeps_its_start_when_it_is_made_again() {
    let (mut window, folder, _) = opened();
    let path = folder.path().join("other.test.yaml");
    let text = "test: 1\nmission: sortie.mission.yaml\nnumber: 3\nseed: 4\npilot: hold\n\
                variables: {mission_success: 2}\nseconds: 2\ninputs:\n  \
                - {at: 1, destroy: mammoth_1}\n  - {at: 1, destroy: mammoth_2}\n";
    std::fs::write(&path, text).unwrap();
    let picked = Answer::Picked(Purpose::PlayTest, path, None);
    ask(&mut window, Action::Answer(picked));
    wait_for_run(&mut window, "plays", stands);
    run(&mut window, PreviewAction::Seek(Tick(200)));
    let kept = |text: &str| {
        for line in ["number: 3", "seed: 4", "pilot: hold", "mission_success: 2"] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(text.contains("destroy: mammoth_2"), "{text}");
    };
    kept(&saved(&mut window, folder.path()));
    run(&mut window, PreviewAction::DropInput(0));
    wait(&mut window, "is without it", |it| {
        stands(preview(it)) && preview(it).inputs().len() == 1
    });
    kept(&saved(&mut window, folder.path()));
    run(&mut window, PreviewAction::KeepInputs(true));
    ask(&mut window, Action::Preview(PreviewAction::Restart));
    ask(&mut window, Action::Preview(PreviewAction::Speed(64.0)));
    wait(&mut window, "has it again", |it| {
        preview(it).snapshot().is_some_and(|it| it.tick > Tick(110))
    });
    kept(&saved(&mut window, folder.path()));
}

#[test]
fn the_input_that_is_taken_out_is_the_one_that_was_shown() {
    let (mut window, _folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "alpha_4");
    destroy(&mut window, "mammoth_2");
    destroy(&mut window, "mammoth_3");
    run(&mut window, PreviewAction::StepSecond);
    let third = preview(&window).inputs()[2].clone();
    // An edit that takes the ship of the first one away, and at once the second taken out.
    window.state_mut().ask(Action::Select(vec![AnyId {
        collection: Collection::Ships,
        id: "alpha_4".into(),
    }]));
    window.state_mut().ask(Action::Command(Command::Delete));
    window
        .state_mut()
        .ask(Action::Preview(PreviewAction::DropInput(1)));
    window.run_steps(4);
    wait(&mut window, "is without both", |it| {
        stands(preview(it)) && preview(it).inputs().len() == 1
    });
    let shown = preview(&window);
    assert!(shown.mission().unwrap().ships.get("alpha_4").is_none());
    let expected = Input::Destroy {
        ship: number(&window, "mammoth_3"),
        attacker: None,
    };
    assert_eq!(shown.inputs()[0].input, expected);
    assert_ne!(expected, third.input, "the ships behind it moved up");
    // What runs is the mission as it is now.
    let ship = number(&window, "mammoth_3");
    let snapshot = preview(&window).snapshot().unwrap();
    assert!(snapshot.ship(ship).unwrap().destroyed);
}

#[test]
fn inputs_taken_out_of_a_run_that_plays_leave_nothing_of_them_in_its_story() {
    let (mut window, _folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "mammoth_1");
    run(&mut window, PreviewAction::StepSecond);
    for _ in 0..8 {
        ask(&mut window, Action::Preview(PreviewAction::Speed(64.0)));
        ask(&mut window, Action::Preview(PreviewAction::Toggle));
        std::thread::sleep(Duration::from_millis(40));
        ask(&mut window, Action::Preview(PreviewAction::DropInputs));
        wait_for_run(&mut window, "stands", stands);
        let moments = preview(&window).moments();
        assert!(
            moments.is_sorted_by_key(|it| it.tick),
            "nothing is told twice"
        );
        let told = |it: &&Moment| it.text.contains("From outside");
        assert_eq!(moments.iter().filter(told).count(), 0);
        destroy(&mut window, "mammoth_1");
        wait(&mut window, "has it", |it| preview(it).inputs().len() == 1);
    }
}

#[test]
fn a_restart_of_a_mission_with_errors_keeps_the_run_and_says_why() {
    let (mut window, _folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "mammoth_1");
    run(&mut window, PreviewAction::StepSecond);
    let owner = AnyId {
        collection: Collection::Routines,
        id: "start".into(),
    };
    let body = window.state().document().mission().body(&owner).unwrap();
    let body = Body {
        text: format!("{}nonsense(\n", body.text),
        ..body.clone()
    };
    let edit = set_body(&owner, body).unwrap();
    let label = "edit".to_owned();
    let gesture = None;
    ask(
        &mut window,
        Action::Edit {
            label,
            gesture,
            edit,
        },
    );
    for action in [PreviewAction::DropInputs, PreviewAction::Restart] {
        ask(&mut window, Action::Preview(action));
        assert!(preview(&window).has_run());
        assert_eq!(preview(&window).inputs().len(), 1);
    }
    assert!(logged(&mut window, "The mission has errors"));
}

#[test]
fn a_value_that_was_set_within_a_tick_is_saved_and_played() {
    let (mut window, folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    let owner = AnyId {
        collection: Collection::Routines,
        id: "lose".into(),
    };
    let part = preview(&window).part_number(&owner).unwrap();
    ask(
        &mut window,
        Action::Preview(PreviewAction::Input(Input::RunPart { part })),
    );
    // Into the tick, to its last statement: what stands there must come at that point again.
    run(&mut window, PreviewAction::Step(StepBy::Into));
    run(&mut window, PreviewAction::Step(StepBy::Into));
    let position = preview(&window).position().unwrap();
    assert!(!position.is_end(), "{position:?}");
    let input = Input::SetGlobal {
        global: 0,
        value: 41,
    };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    run(&mut window, PreviewAction::StepSecond);
    let text = saved(&mut window, folder.path());
    let step = format!("step: {}", position.step);
    assert!(text.contains(&step), "{step}\n{text}");
    let inputs = preview(&window).inputs().to_vec();
    let picked = Answer::Picked(
        Purpose::PlayTest,
        folder.path().join("saved.test.yaml"),
        None,
    );
    ask(&mut window, Action::Answer(picked));
    wait(&mut window, "plays", |it| {
        stands(preview(it)) && preview(it).snapshot().is_some_and(|it| it.tick == Tick(0))
    });
    assert_eq!(preview(&window).inputs(), inputs);
    assert!(logged(&mut window, "The test passes"));
}

#[test]
fn the_lines_view_tells_firings_and_lines_that_never_ran() {
    let (mut window, _folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    for mammoth in ["mammoth_1", "mammoth_2", "mammoth_3"] {
        destroy(&mut window, mammoth);
    }
    run(&mut window, PreviewAction::StepSecond);
    ask(&mut window, Action::ShowTab(Tab::Preview));
    window.get_by_label("Lines").click();
    window.run_steps(4);
    assert!(window.query_by_label("convoy_lost fired once").is_some());
    assert!(window.query_by_label("at_the_convoy never fired").is_some());
}

#[test]
fn a_value_set_within_a_tick_is_saved_while_the_run_stands_there() {
    // The start is a tick like any other, though nothing came before it.
    for seconds in [0, 1] {
        let (mut window, folder, mission) = counting();
        for _ in 0..seconds {
            run(&mut window, PreviewAction::StepSecond);
        }
        run(&mut window, PreviewAction::Step(StepBy::Into));
        assert!(preview(&window).stopped().is_some());
        let input = Input::SetGlobal {
            global: 1,
            value: 50,
        };
        run(&mut window, PreviewAction::Input(input));
        let inputs = preview(&window).inputs().to_vec();
        assert!(inputs[0].step > 0, "{inputs:?}");
        let path = folder.path().join("within.test.yaml");
        let picked = Answer::Picked(Purpose::SaveTest, path.clone(), None);
        ask(&mut window, Action::Answer(picked));
        wait(&mut window, "is saved", |_| path.is_file());
        let text = std::fs::read_to_string(&path).unwrap();
        let bench = Bench::new(mission_file::open(&mission).unwrap())
            .ok()
            .unwrap();
        let source = TestSource::parse(&text).unwrap();
        let read = source.read(bench.mission()).unwrap();
        let verdict = play(&bench, &read).unwrap();
        assert!(verdict.passed(), "{text}\n{:?}", verdict.checks);
        assert_eq!(verdict.inputs, inputs, "{text}");
    }
}

#[test]
fn a_run_that_a_test_started_is_started_so_again_until_it_is_ended() {
    let (mut window, folder, _) = counting();
    let path = folder.path().join("counting.test.yaml");
    let test = "test: 1
seconds: 3
variables: {ghost_alive: 5}
inputs:
  - {at: 2.5, set_global: counted, to: 9}
";
    std::fs::write(&path, test).unwrap();
    let picked = Answer::Picked(Purpose::PlayTest, path, None);
    ask(&mut window, Action::Answer(picked));
    wait_for_run(&mut window, "plays", stands);
    run(&mut window, PreviewAction::Seek(Tick(100)));
    assert_eq!(global(&window, 0), 5, "as the test has it");
    run(&mut window, PreviewAction::DropInput(0));
    wait(&mut window, "is without it", |it| {
        stands(preview(it)) && preview(it).inputs().is_empty()
    });
    assert_eq!(global(&window, 0), 5, "without an input");
    ask(&mut window, Action::Preview(PreviewAction::Restart));
    wait(&mut window, "has begun again", |it| {
        preview(it).snapshot().is_some_and(|it| it.tick > Tick(2))
    });
    assert_eq!(global(&window, 0), 5, "from the start");
    ask(&mut window, Action::Preview(PreviewAction::Stop));
    run(&mut window, PreviewAction::StepSecond);
    assert_ne!(global(&window, 0), 5, "as a new campaign has it");
}

#[test]
fn what_was_handed_in_while_the_run_stands_is_in_its_test() {
    let (mut window, folder, _) = opened();
    run(&mut window, PreviewAction::StepSecond);
    destroy(&mut window, "mammoth_1");
    wait(&mut window, "is handed in", |it| {
        stands(preview(it)) && preview(it).inputs().len() == 1
    });
    let text = saved(&mut window, folder.path());
    assert!(text.contains("destroy: mammoth_1"), "{text}");
}
