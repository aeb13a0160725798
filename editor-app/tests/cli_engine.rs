//! `sortie engine` on both forms of a mission, and the commands that messages advise: each can be run
//! as it is written.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use formats::{Image, SectionId};
use runtime::link::MissionStarted;
use runtime::link::client::{Client, ClientEvent, ClientOptions};

/// The program, without a display.
fn sortie() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortie"));
    command.stdin(Stdio::null());
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = sortie().args(arguments).output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/first-sortie.mission.yaml")
}

/// The example as a source of its own, changed.
fn source(folder: &Path, name: &str, from: &str, to: &str) -> PathBuf {
    let text = fs::read_to_string(example()).unwrap();
    assert!(text.contains(from), "the example has {from}");
    let path = folder.join(name);
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    path
}

/// What an editor hears of a mission that `sortie engine` plays: what started, and its file.
fn heard(arguments: &[&str]) -> (MissionStarted, Arc<Image>) {
    let mut child = sortie()
        .arg("engine")
        .args(arguments)
        .args(["--port", "0", "--with-parent"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let port = line.trim_end().rsplit(':').next().unwrap().parse().unwrap();
    let (wake, woken) = mpsc::channel();
    let client = Client::connect(port, ClientOptions::default(), move || {
        // Nobody waits any more.
        let _ = wake.send(());
    });
    let mut started = None;
    let heard = loop {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        let mut file = None;
        for event in client.take() {
            match event {
                ClientEvent::MissionStarted(it) => started = Some(it),
                ClientEvent::MissionFile { image, .. } => file = Some(image),
                _ => {}
            }
        }
        if let Some(file) = file {
            break (started.take().unwrap(), file);
        }
    };
    child.kill().unwrap();
    child.wait().unwrap();
    heard
}

#[test]
fn the_engine_plays_a_source_as_its_build() {
    let folder = tempfile::tempdir().unwrap();
    let seventh = source(folder.path(), "a.mission.yaml", "number: 1", "number: 7");
    let image = folder.path().join("mission12.dte");
    let (code, told) = run(&["build", text(&seventh), "-o", text(&image)]);
    assert_eq!(code, Some(0), "{told}");
    let built = Image::read(fs::read(&image).unwrap()).unwrap().value;
    let (seventh, image) = (text(&seventh), text(&image));
    for (arguments, number, file) in [
        // The name that the game finds a mission of that number by (editor-link, Mission started).
        (&[seventh][..], 7, "mission7.dte"),
        (&[seventh, "--number", "9"], 9, "mission9.dte"),
        (&[image], 12, "mission12.dte"),
    ] {
        let (started, played) = heard(arguments);
        assert_eq!((started.number, &*started.file), (number, file));
        // The ships and globals lie in the file as they stand by then; the script is as it was built.
        let script = |image: &Image| image.counted(SectionId::Script).to_vec();
        assert_eq!(script(&played), script(&built));
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "nothing is written beside the source");
}

#[test]
fn the_engine_tells_errors_as_a_build_does() {
    let folder = tempfile::tempdir().unwrap();
    let call = "CreateFlightGroup(";
    let wrong = source(
        folder.path(),
        "wrong.mission.yaml",
        call,
        "CreateFlightGroups(",
    );
    let image = folder.path().join("out.dte");
    let (code, built) = run(&["build", text(&wrong), "-o", text(&image)]);
    assert_eq!(code, Some(1));
    let (code, played) = run(&["engine", text(&wrong), "--headless-for", "1"]);
    assert_eq!(code, Some(1), "{played}");
    let places = |told: &str| -> Vec<String> {
        let lines = told.lines().filter(|line| line.starts_with(text(&wrong)));
        lines.map(ToOwned::to_owned).collect()
    };
    assert_eq!(places(&played), places(&built));
    assert!(played.contains("CreateFlightGroups"), "{played}");
    assert!(played.ends_with("cannot be played\n"), "{played}");
    let unknown = source(folder.path(), "b.mission.yaml", "ships:", "shipz:");
    let (code, told) = run(&["engine", text(&unknown), "--headless-for", "1"]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("shipz"), "{told}");
}

/// Runs a command as a shell does that finds `sortie`.
#[cfg(unix)]
fn shell(line: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_sortie"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The commands that a message advises.
#[cfg(unix)]
fn advised(told: &str) -> Vec<&str> {
    let quoted = told.split('`').skip(1).step_by(2);
    quoted.filter(|it| it.starts_with("sortie ")).collect()
}

#[cfg(unix)]
#[test]
fn every_command_that_a_message_advises_runs_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mission = source(
        folder.path(),
        "it's mine.mission.yaml",
        "number: 1",
        "number: 2",
    );
    let mission = text(&mission);
    let test = folder.path().join("a.test.yaml");
    let gap = "test: 1\nmission: \"it's mine.mission.yaml\"\nseconds: 1\n\
               expect:\n  - {at_end: true, gap: nothing_like_it, is: 0}\n";
    fs::write(&test, gap).unwrap();
    let mut kinds = Vec::new();
    for arguments in [
        &[][..],
        &["qqqqqq"],
        &["why", mission, "--trigger", "qqqqqq", "--seconds", "1"],
        &["test", text(&test)],
    ] {
        let output = sortie().args(arguments).output().unwrap();
        let mut told = String::from_utf8(output.stderr).unwrap();
        told += &String::from_utf8(output.stdout).unwrap();
        let commands = advised(&told);
        assert!(!commands.is_empty(), "{arguments:?}: {told}");
        for command in commands {
            // Where the message cannot know the mission, its name stands for it.
            let line = command.replace("MISSION", "\"it's mine.mission.yaml\"");
            let output = shell(&line, folder.path());
            assert!(output.status.success(), "{line}: {output:?}");
            kinds.push(command.split(' ').nth(1).unwrap().to_owned());
        }
    }
    assert_eq!(kinds, ["--help", "--help", "triggers", "preview"]);
}

/// What `sortie-engine` says of a source (its own tests hold the words).
#[cfg(unix)]
#[test]
fn what_the_engine_advises_for_a_source_runs() {
    use runtime::engine::shell_word;
    let folder = tempfile::tempdir().unwrap();
    let mission = source(
        folder.path(),
        "it's mine.mission.yaml",
        "number: 1",
        "number: 2",
    );
    let image = folder.path().join("it's mine.dte");
    let (source, built) = (shell_word(&mission), shell_word(&image));
    for line in [
        format!("sortie engine {source} --headless-for 1"),
        format!("sortie build {source} -o {built}"),
        format!("sortie engine {built} --headless-for 1"),
    ] {
        let output = shell(&line, folder.path());
        assert!(output.status.success(), "{line}: {output:?}");
    }
}

#[test]
fn its_help_names_both_forms() {
    let output = sortie().args(["engine", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(
        help.contains("Usage: sortie engine [OPTIONS] <IN>"),
        "{help}"
    );
    assert!(help.contains("NAME.mission.yaml or NAME.dte"), "{help}");
    assert!(help.contains("the one in its source"), "{help}");
}
