//! The engine as a process: what it is asked, how it ends, and what it leaves.

use std::path::Path;
use std::process::{Output, Stdio};

use runtime::link::{RunControl, ToEditor, ToGame};
use runtime::{Hold, Options, Simulation, StandInPilot, TraceEntry, TraceLevel};

use super::common::*;
use super::editor::{Editor, Engine, command};
use super::session::{counting, flags};
use super::socket::file;

fn run(arguments: &[&str]) -> Output {
    command().args(arguments).output().unwrap()
}

/// A run that is refused in one line, which it gives.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("sortie-engine: "), "{told}");
    assert!(output.stdout.is_empty());
    told
}

fn utf8(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn entries(path: &Path) -> Vec<TraceEntry> {
    let text = std::fs::read_to_string(path).unwrap();
    let entries = text.lines().map(|line| serde_json::from_str(line).unwrap());
    entries.collect()
}

/// A mission with some chance in it.
fn lively() -> Mission {
    let mut mission = with_ships(6, 2);
    let fight = call(0x0B, [group(0), num(105), num(0), ship(1)]);
    mission.start(routine(fight));
    let part = mission.part(routine(count(0)));
    let timer = call(0x01, [num(1), num(part as u32), num(1), num(0)]);
    mission.start(routine(timer));
    mission
}

#[test]
fn bad_arguments_are_told_in_a_line() {
    let file = file(&Mission::new(0));
    let mission = utf8(&file.path);
    for (arguments, told) in [
        (&[][..], "MISSION.dte"),
        (&[mission, "--port", "65536"], "65536"),
        (&[mission, "--speed", "fast"], "max"),
        (&[mission, "--speed", "0"], "0.01"),
        (&[mission, "--player", "dance"], "hold, nav, fight"),
        (&[mission, "--headless-for", "-1"], "-1"),
        (&[mission, "--seed", "x"], "x"),
        (&[mission, "--fly"], "--fly"),
        (&[mission, "another.dte"], "another.dte"),
    ] {
        let line = refused(arguments);
        assert!(line.contains(told), "{line}");
        assert!(line.contains("--help"), "{line}");
    }
    for question in ["--help", "--version"] {
        let output = run(&[question]);
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty());
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("sortie-engine"), "{told}");
    }
}

#[test]
fn a_file_that_is_no_mission_is_told_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("empty.dte"), []).unwrap();
    std::fs::write(path("text.dte"), "source: 1\n").unwrap();
    std::fs::write(path("noise.dte"), vec![0xAB; 5000]).unwrap();
    std::fs::write(path("large.dte"), vec![0; 0xF_A001]).unwrap();
    for name in [
        "none.dte",
        "",
        "empty.dte",
        "text.dte",
        "noise.dte",
        "large.dte",
    ] {
        let path = path(name);
        let line = refused(&[utf8(&path), "--port", "0"]);
        assert!(line.contains(utf8(&path)), "{line}");
    }
}

#[test]
fn a_port_in_use_is_told_in_a_line() {
    let file = file(&Mission::new(0));
    let engine = Engine::start(&file.path, &[]);
    let port = engine.port.to_string();
    let line = refused(&[utf8(&file.path), "--port", &port]);
    assert!(
        line.contains(&format!("port {port} of 127.0.0.1 is in use")),
        "{line}"
    );
    engine.connect().state();
}

#[test]
fn a_trace_that_has_no_place_is_refused_before_the_run() {
    let file = file(&Mission::new(0));
    let mission = utf8(&file.path);
    let folder = file.path.parent().unwrap();
    let nowhere = folder.join("none").join("out.jsonl");
    let before = std::fs::read(&file.path).unwrap();
    for (trace, why) in [
        (mission, "would be written over"),
        (utf8(folder), "is a folder"),
        (utf8(&nowhere), "is not there"),
    ] {
        let line = refused(&[mission, "--headless-for", "1", "--trace", trace]);
        assert!(line.contains(why), "{line}");
    }
    assert_eq!(std::fs::read(&file.path).unwrap(), before);
}

#[test]
fn a_headless_run_leaves_the_trace_of_its_seed() {
    let mission = lively();
    let file = file(&mission);
    let folder = tempfile::tempdir().unwrap();
    for (seed, player, pilot) in [
        (3, "hold", StandInPilot::Hold),
        (4, "nav", StandInPilot::FollowNavPoints),
        (5, "fight", StandInPilot::Fight),
    ] {
        let options = Options {
            seed,
            mission: 7,
            pilot,
            trace: TraceLevel::Everything,
            ..Options::default()
        };
        let mut simulation = Simulation::new(mission.image().into(), options);
        simulation.advance(2000);
        let want: Vec<TraceEntry> = simulation.trace().iter().cloned().collect();
        let mut texts = Vec::new();
        for name in ["one.jsonl", "two.jsonl"] {
            let trace = folder.path().join(name);
            let output = run(&[
                utf8(&file.path),
                "--headless-for",
                "20",
                "--seed",
                &seed.to_string(),
                "--player",
                player,
                "--trace",
                utf8(&trace),
            ]);
            assert_eq!(output.status.code(), Some(0));
            assert!(output.stdout.is_empty());
            let told = String::from_utf8(output.stderr).unwrap();
            // The tests' missions have no flags of their own, which is told and all the same.
            assert!(
                told.lines().all(|line| line.contains("script_flags")),
                "{told}"
            );
            assert_eq!(entries(&trace), want, "as the library plays it");
            texts.push(std::fs::read(&trace).unwrap());
        }
        assert_eq!(texts[0], texts[1], "byte for byte");
    }
    let names = std::fs::read_dir(folder.path()).unwrap().flatten();
    let halves = names.filter(|it| it.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(halves.count(), 0, "no halves");
}

#[test]
fn a_headless_run_ends_with_its_mission() {
    let mut mission = Mission::new(0);
    let end = vec![
        byte(formats::script::Opcode::SelectArray, 9),
        num(1),
        op(formats::script::Opcode::Assign),
    ];
    mission.start(routine(end));
    let file = file(&mission);
    let trace = file.path.with_extension("jsonl");
    let output = run(&[
        utf8(&file.path),
        "--headless-for",
        "86400",
        "--speed",
        "1",
        "--trace",
        utf8(&trace),
    ]);
    assert_eq!(output.status.code(), Some(0));
    let last = entries(&trace).pop().unwrap();
    assert!(last.tick.0 < 10, "{last:?}");
}

#[test]
fn a_headless_run_by_the_clock_and_with_a_port() {
    let file = file(&lively());
    let mut engine = Engine::start(&file.path, &["--headless-for", "500", "--speed", "100"]);
    let mut editor = engine.connect();
    editor.state();
    assert_eq!(ended(&mut editor), 1);
    assert_eq!(engine.ends().code(), Some(0));
    let told = engine.last_words();
    assert!(
        told.iter().any(|line| line.contains("an editor came")),
        "{told:?}"
    );
}

#[test]
fn a_headless_run_counts_no_time_while_an_editor_holds_it() {
    let file = file(&lively());
    // Two seconds.
    let arguments = ["--headless-for", "40", "--speed", "20", "--wait-for-editor"];
    let mut engine = Engine::start(&file.path, &arguments);
    let mut editor = engine.connect();
    editor.send(&flags(&[]));
    editor.state_that(|it| it.clock > 0);
    // The timer's part stops wherever it goes on.
    editor.send(&flags(&(0..400).collect::<Vec<_>>()));
    editor.state_that(|it| it.hold == Hold::Held);
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert_eq!(editor.state().hold, Hold::Held);
    editor.send(&flags(&[]));
    editor.send(&ToGame::RunControl(RunControl::RunOn));
    assert_eq!(ended(&mut editor), 1);
    assert_eq!(engine.ends().code(), Some(0));
}

/// How often an editor is told that the mission ended, until the game is gone.
fn ended(editor: &mut Editor) -> usize {
    let mut ended = 0;
    while let Some(message) = editor.next() {
        ended += usize::from(message == ToEditor::MissionEnded);
    }
    ended
}

/// Starts an engine that would run for good, with a trace, and waits until it plays.
fn endless(file: &Path, trace: &Path, arguments: &[&str]) -> Engine {
    let mut all = vec!["--trace", utf8(trace)];
    all.extend(arguments);
    let engine = Engine::start(file, &all);
    engine.connect().state_that(|state| state.globals[&0] == 3);
    engine
}

fn is_whole(trace: &Path) {
    let entries = entries(trace);
    let written = |entry: &TraceEntry| format!("{entry:?}").contains("GlobalWritten");
    assert_eq!(entries.iter().filter(|it| written(it)).count(), 3);
}

#[cfg(unix)]
#[test]
fn signals_end_it_with_its_trace_written() {
    let (mission, _) = counting();
    let file = file(&mission);
    for signal in ["TERM", "INT", "HUP"] {
        let trace = file.path.with_file_name(format!("{signal}.jsonl"));
        let mut engine = endless(&file.path, &trace, &[]);
        let mut editor = engine.connect();
        editor.state();
        let pid = engine.child.id();
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill -{signal} {pid}")])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(ended(&mut editor), 1, "{signal}");
        assert_eq!(engine.ends().code(), Some(0), "{signal}");
        is_whole(&trace);
    }
}

#[test]
fn it_ends_with_its_parent_if_asked() {
    let (mission, _) = counting();
    let file = file(&mission);
    let trace = file.path.with_extension("jsonl");
    let mut engine = endless(&file.path, &trace, &["--with-parent"]);
    drop(engine.child.stdin.take());
    assert_eq!(engine.ends().code(), Some(0));
    is_whole(&trace);
    // Not otherwise.
    let mut engine = endless(&file.path, &trace, &[]);
    drop(engine.child.stdin.take());
    engine.connect().state();
    assert!(engine.child.try_wait().unwrap().is_none());
}

#[test]
fn where_nobody_reads_it_ends() {
    let (mission, _) = counting();
    let file = file(&mission);
    let trace = file.path.with_extension("jsonl");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = command()
        .arg(&file.path)
        .args(["--port", "0", "--trace", utf8(&trace)])
        .stdout(writer)
        .spawn()
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(trace.exists());
    // Messages that nobody reads end nothing.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command()
        .arg(&file.path)
        .args(["--port", "0", "--headless-for", "1"])
        .stderr(writer)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_trace_that_cannot_be_written_is_told() {
    let (mission, _) = counting();
    let file = file(&mission);
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("gone").join("out.jsonl");
    std::fs::create_dir(trace.parent().unwrap()).unwrap();
    let mut engine = endless(&file.path, &trace, &["--with-parent"]);
    std::fs::remove_dir(trace.parent().unwrap()).unwrap();
    drop(engine.child.stdin.take());
    assert_eq!(engine.ends().code(), Some(1));
    let told = engine.last_words();
    let told = told.last().unwrap();
    assert!(told.contains("out.jsonl could not be written"), "{told}");
}

#[test]
fn a_trace_keeps_what_was_there_and_follows_links() {
    let (mission, _) = counting();
    let file = file(&mission);
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("out.jsonl");
    std::fs::write(&trace, b"an old trace").unwrap();
    let headless = |to: &Path| {
        let arguments = [utf8(&file.path), "--headless-for", "1", "--trace", utf8(to)];
        assert_eq!(run(&arguments).status.code(), Some(0));
    };
    headless(&trace);
    let kept = std::fs::read(folder.path().join("out.jsonl.bak")).unwrap();
    assert_eq!(kept, b"an old trace");
    is_whole(&trace);
    #[cfg(unix)]
    {
        let linked = folder.path().join("linked.jsonl");
        std::os::unix::fs::symlink(&trace, &linked).unwrap();
        headless(&linked);
        assert!(std::fs::symlink_metadata(&linked).unwrap().is_symlink());
        is_whole(&trace);
        // What is no file is written into.
        headless(Path::new("/dev/null"));
        let null = std::fs::metadata("/dev/null").unwrap();
        assert!(!null.is_file());
    }
}

#[test]
fn a_source_is_told_with_the_commands_that_take_it() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("my first.mission.yaml");
    std::fs::write(&source, b"mission: {}").unwrap();
    let line = refused(&[utf8(&source), "--headless-for", "1"]);
    // The quotes of the system's shell keep the name in one word.
    let quote = if cfg!(windows) { '"' } else { '\'' };
    let folder = utf8(folder.path());
    let beside = |name: &str| {
        let path = Path::new(folder).join(name);
        format!("{quote}{}{quote}", utf8(&path))
    };
    let (source, image) = (beside("my first.mission.yaml"), beside("my first.dte"));
    assert!(
        line.contains(&format!("`sortie engine {source}`")),
        "{line}"
    );
    let build = format!("`sortie build {source} -o {image}`");
    assert!(line.contains(&build), "{line}");
}

#[test]
fn an_editor_sees_the_engine_go() {
    let (mission, _) = counting();
    let file = file(&mission);
    let mut engine = Engine::start(&file.path, &["--with-parent"]);
    let mut editor = engine.connect();
    editor.send(&ToGame::GetState);
    editor.state();
    drop(engine.child.stdin.take());
    assert_eq!(ended(&mut editor), 1);
    assert_eq!(engine.ends().code(), Some(0));
}

#[test]
fn link_44_a_mission_that_is_over_ends_once() {
    let mut mission = Mission::new(1);
    let end = vec![
        byte(formats::script::Opcode::SelectArray, 9),
        num(1),
        op(formats::script::Opcode::Assign),
    ];
    mission.start(routine(end));
    let file = file(&mission);
    let arguments = ["--wait-for-editor", "--headless-for", "60"];
    let mut engine = Engine::start(&file.path, &arguments);
    assert_eq!(ended(&mut engine.connect()), 1);
    assert_eq!(engine.ends().code(), Some(0));
}

#[test]
fn an_engine_that_would_wait_for_nobody_is_refused() {
    let file = file(&Mission::new(0));
    let line = refused(&[utf8(&file.path), "--headless-for", "1", "--wait-for-editor"]);
    assert!(line.contains("--wait-for-editor"), "{line}");
    assert!(line.contains("--port"), "{line}");
}

#[test]
fn its_mission_is_read_by_the_time_that_it_listens() {
    let (mission, _) = counting();
    let file = file(&mission);
    let engine = Engine::start(&file.path, &["--wait-for-editor"]);
    std::fs::remove_file(&file.path).unwrap();
    let mut editor = engine.connect();
    let sent = editor.file();
    assert_eq!(sent.bytes().len(), mission.image().bytes().len());
    editor.state_that(|state| state.globals[&0] == 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_a_line() {
    let (mission, _) = counting();
    let file = file(&mission);
    // The trace.
    let output = run(&[
        utf8(&file.path),
        "--headless-for",
        "1",
        "--trace",
        "/dev/full",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    let last = told.lines().last().unwrap();
    assert!(
        last.contains("the trace /dev/full could not be written: "),
        "{told}"
    );
    // Where it listens, which an editor waits for.
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = command()
        .arg(&file.path)
        .args(["--port", "0"])
        .stdout(full.unwrap())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    let last = told.lines().last().unwrap();
    assert!(last.contains("could not be printed"), "{told}");
    // A folder that takes no file is told before the run.
    let line = refused(&[
        utf8(&file.path),
        "--headless-for",
        "86400",
        "--trace",
        "/proc/out.jsonl",
    ]);
    assert!(line.contains("/proc/out.jsonl cannot be written"), "{line}");
}
