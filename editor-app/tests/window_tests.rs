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
use editor_app::preview::{Preview, PreviewAction, Standing};
use egui_kittest::kittest::Queryable as _;
use model::{AnyId, Collection};
use runtime::{Input, Tick};

fn preview(window: &Window) -> &Preview {
    window.state().preview_state()
}

fn wait(window: &mut Window, what: &str, until: impl Fn(&Window) -> bool) {
    for _ in 0..3000 {
        window.run_steps(1);
        if until(window) {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("{what}");
}

fn stands(window: &Window) -> bool {
    let preview = preview(window);
    preview.standing() == Standing::Still && preview.position().is_some()
}

fn run(window: &mut Window, action: PreviewAction) {
    ask(window, Action::Preview(action));
    wait(window, "stands", stands);
}

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
    wait(&mut window, "plays", stands);
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
    wait(&mut window, "plays", stands);
    window.run_steps(4);
    assert!(logged(&mut window, "global: outcome, is: 1"));
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
        stands(it) && preview(it).inputs().len() == 1
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
