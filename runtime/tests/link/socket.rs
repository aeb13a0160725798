//! The link over a real socket, with the process that speaks it.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use formats::records::Global;
use runtime::Hold;
use runtime::link::{ConsoleLine, DEFAULT_PORT, Frame, RunControl, ScriptFlags, ToEditor, ToGame};
use tempfile::TempDir;

use super::common::*;
use super::editor::{Editor, Engine, command, is_closed};
use super::session::{counting, flags, tags};

/// A mission as a file.
pub(crate) struct File {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

pub(crate) fn file(mission: &Mission) -> File {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mission7.dte");
    std::fs::write(&path, mission.image().bytes()).unwrap();
    File {
        _folder: folder,
        path,
    }
}

fn control(control: RunControl) -> ToGame {
    ToGame::RunControl(control)
}

fn is_started(message: &ToEditor) -> Option<(u32, String)> {
    match message {
        ToEditor::MissionStarted(started) => Some((started.number, started.file.clone())),
        _ => None,
    }
}

#[test]
fn link_06_it_listens_at_127_0_0_1_alone() {
    let file = file(&Mission::new(0));
    let engine = Engine::start(&file.path, &[]);
    drop(engine.connect());
    // Another address of the same computer that a listener at every address would answer at.
    if cfg!(target_os = "linux") {
        let refused = TcpStream::connect(("127.0.0.2", engine.port)).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    }
}

#[test]
fn link_06_at_22539_unless_another_is_asked_for() {
    assert_eq!(DEFAULT_PORT, 22539);
    // Whether this test or another program has the port, the engine finds it in use.
    let _held = TcpListener::bind(("127.0.0.1", DEFAULT_PORT));
    let file = file(&Mission::new(0));
    let output = command().arg(&file.path).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("port 22539"), "{told}");
}

#[test]
fn link_12_30_31_who_connects_is_told_what_plays() {
    let (mission, _) = counting();
    let file = file(&mission);
    let engine = Engine::start(&file.path, &["--number", "40"]);
    // The start waits for whoever comes before it, so the one that is told comes after it.
    engine.connect().state_that(|state| state.globals[&0] == 3);
    let mut editor = engine.connect();
    assert!(matches!(editor.next(), Some(ToEditor::Hello(hello)) if hello.protocol == 2));
    let started = editor.next().as_ref().and_then(is_started);
    assert_eq!(started, Some((40, "mission7.dte".to_owned())));
    let image = editor.file();
    let globals: Vec<Global> = image.records().collect();
    assert_eq!(globals[0].value, 3);
    assert!(editor.passed.is_empty(), "the file comes right after");
}

#[test]
fn link_09_13_18_an_editor_that_waits_stops_the_first_part() {
    let (mission, [_, second, _]) = counting();
    let file = file(&mission);
    let engine = Engine::start(&file.path, &["--wait-for-editor"]);
    let mut editor = engine.connect();
    editor.send(&flags(&[second]));
    let image = editor.file();
    assert_eq!(tags(editor.passed.make_contiguous()), [0x100, 0x101]);
    let globals: Vec<Global> = image.records().collect();
    assert_eq!(globals[0].value, 0, "no part has run");
    assert_eq!(editor.stop(), second);
    let state = editor.state();
    assert_eq!((state.hold, state.globals[&0]), (Hold::Held, 1));
    assert_eq!(state.threads[&0].at, Some(second));
    editor.send(&control(RunControl::RunOn));
    editor.state_that(|state| state.globals[&0] == 3);
}

#[test]
fn link_13_the_start_goes_on_without_flags_after_a_second() {
    let (mission, _) = counting();
    let file = file(&mission);
    let engine = Engine::start(&file.path, &["--wait-for-editor"]);
    let mut editor = engine.connect();
    editor.file();
    editor.state_that(|state| state.globals[&0] == 3);
}

#[test]
fn link_10_11_what_comes_before_a_start_waits_for_it() {
    let (mission, [first, ..]) = counting();
    let file = file(&mission);
    let mut engine = Engine::start(&file.path, &["--wait-for-editor"]);
    let mut editor = engine.connect();
    // All of it before the game has said anything.
    editor.send(&ToGame::ConsoleLine(ConsoleLine {
        line: "reload".to_owned(),
    }));
    editor.send(&flags(&[first]));
    assert_eq!(editor.stop(), first);
    engine.says("0x107");
}

#[test]
fn link_17_a_hold_in_mid_mission_is_released_by_the_next_editor_too() {
    let mut mission = Mission::new(1);
    let part = mission.part(all([count(0), count(0)]));
    mission.start(routine([]));
    assert_eq!(part, 0);
    let file = file(&mission);
    let engine = Engine::start(&file.path, &[]);
    let mut editor = engine.connect();
    editor.file();
    editor.send(&flags(&[6]));
    editor.send(&control(RunControl::RunPart(0)));
    assert_eq!(editor.stop(), 6);
    editor.send(&control(RunControl::Pause(true)));
    let state = editor.state();
    assert_eq!((state.hold, state.paused), (Hold::Held, true));
    // LINK-28: as it goes, all of that goes.
    drop(editor);
    let mut editor = engine.connect();
    let state = editor.state_that(|state| state.globals[&0] == 2);
    assert_eq!((state.hold, state.paused), (Hold::None, false));
    // The flags are the attempt's, and stop again while somebody is linked.
    editor.send(&control(RunControl::RunPart(0)));
    assert_eq!(editor.stop(), 6);
}

#[test]
fn link_07_08_one_editor_at_a_time_and_the_next_one_after_it() {
    let file = file(&Mission::new(0));
    let engine = Engine::start(&file.path, &[]);
    let mut first = engine.connect();
    first.file();
    let mut second = engine.connect();
    second.send(&ToGame::GetState);
    // The first is served on, the second is not.
    for _ in 0..20 {
        first.state();
    }
    second
        .stream
        .set_read_timeout(Some(Duration::from_millis(50)))
        .unwrap();
    let error = second.stream.read(&mut [0; 1]).unwrap_err();
    let waits = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
    assert!(waits, "{error}");
    first.state();
    drop(first);
    second
        .stream
        .set_read_timeout(Some(super::editor::PATIENCE))
        .unwrap();
    assert!(matches!(second.next(), Some(ToEditor::Hello(_))));
    second.until(|message| matches!(message, ToEditor::State(_)).then_some(()));
}

#[test]
fn link_32_the_end_is_told_and_the_engine_stays() {
    let mut mission = Mission::new(0);
    let end = vec![
        byte(formats::script::Opcode::SelectArray, 9),
        num(1),
        op(formats::script::Opcode::Assign),
    ];
    mission.part(routine(end));
    let file = file(&mission);
    let mut engine = Engine::start(&file.path, &[]);
    let mut editor = engine.connect();
    editor.file();
    editor.send(&control(RunControl::RunPart(0)));
    editor.until(|message| matches!(message, ToEditor::MissionEnded).then_some(()));
    engine.says("the mission is over");
    editor.send(&ToGame::GetState);
    drop(editor);
    let mut editor = engine.connect();
    assert!(matches!(editor.next(), Some(ToEditor::Hello(_))));
    assert!(engine.child.try_wait().unwrap().is_none());
}

#[test]
fn link_02_a_payload_past_the_block_ends_the_connection() {
    let file = file(&Mission::new(0));
    let mut engine = Engine::start(&file.path, &[]);
    let mut editor = engine.connect();
    editor.send_bytes(&[0x03, 0, 0, 0, 0x09, 0x4A, 0x0D, 0]);
    editor.is_let_go();
    let told = engine.says("the editor is gone");
    assert!(told.contains("0x3") && told.contains("870921"), "{told}");
    engine.connect().file();
}

#[test]
fn link_03_a_flood_that_the_game_does_not_take_ends_the_connection() {
    let mut mission = Mission::new(0);
    let end = vec![
        byte(formats::script::Opcode::SelectArray, 9),
        num(1),
        op(formats::script::Opcode::Assign),
    ];
    mission.start(routine(end));
    let file = file(&mission);
    let mut engine = Engine::start(&file.path, &[]);
    engine.says("the mission is over");
    let mut editor = engine.connect();
    // No mission plays, so that these wait.
    let full = ToGame::CopyScriptFlags(ScriptFlags(vec![0; 0xD4A08 - 8]));
    for _ in 0..4 {
        editor.send(&full);
    }
    let bytes = Frame::new(0x13, []).to_bytes().unwrap();
    editor.send_bytes(&bytes);
    editor.is_let_go();
    engine.says("the editor is let go");
    assert!(matches!(engine.connect().next(), Some(ToEditor::Hello(_))));
}

#[test]
fn link_27_an_unknown_tag_changes_nothing() {
    let file = file(&Mission::new(0));
    let mut engine = Engine::start(&file.path, &[]);
    let mut editor = engine.connect();
    for tag in [0x18, 0x19, 0xFF, 0x100, 0xFFFF] {
        editor.send_bytes(&Frame::new(tag, [1, 2, 3]).to_bytes().unwrap());
        engine.says(&format!("(tag 0x{tag:X})"));
    }
    editor.state();
}

#[test]
fn a_client_that_writes_byte_by_byte_is_understood() {
    let file = file(&Mission::new(0));
    let engine = Engine::start(&file.path, &[]);
    let mut editor = engine.connect();
    let bytes = ToGame::GetState.to_frame().unwrap().to_bytes().unwrap();
    for byte in bytes {
        if let Err(error) = editor.stream.write_all(&[byte]) {
            assert!(!is_closed(error.kind()), "{error}");
        }
        editor.stream.flush().unwrap();
    }
    editor.until(|message| matches!(message, ToEditor::State(_)).then_some(()));
}

#[test]
fn an_editor_that_waits_in_the_queue_and_goes_is_no_trouble() {
    let file = file(&Mission::new(0));
    let engine = Engine::start(&file.path, &[]);
    let mut first = engine.connect();
    for _ in 0..5 {
        drop(Editor::connect(engine.port));
    }
    first.state();
    drop(first);
    engine.connect().state();
}
