//! Which files `sortie test` reads and writes, and what it says of those that it cannot.

use std::fs;

use serde_json::Value;

use crate::command_line::{GOOD, err, folder, out, sortie, text};
use crate::small::MISSION;

#[test]
fn a_mission_is_one_however_its_path_is_spelt() {
    let other = GOOD.replace("test: 1", "test: 1\nmission: ../deep/../small.mission.yaml");
    let folder = folder(&[("small", GOOD), ("deep/other", &other)]);
    let answer = sortie(&["test", text(folder.path()), "--coverage", "--json"]);
    assert_eq!(answer.status.code(), Some(0), "{}", err(&answer));
    let json: Value = serde_json::from_str(&out(&answer)).unwrap();
    let coverage = json["coverage"].as_array().unwrap();
    assert_eq!(coverage.len(), 1, "{json}");
    assert_eq!(coverage[0]["routines"][0]["count"], 2);
}

#[test]
fn what_is_wrong_with_a_test_is_told_whatever_its_mission_is() {
    let folder = folder(&[
        ("listed", "test: 1\nmission: [a]\n"),
        ("twice", "test: 1\nseed: 1\nseed: 2\n"),
        ("newer", "test: 2\nmission: none.mission.yaml\n"),
        ("unknown", "test: 1\nsed: 1\n"),
    ]);
    let answer = sortie(&["test", text(folder.path())]);
    assert_eq!(answer.status.code(), Some(2));
    let told = err(&answer);
    for line in [
        "listed.test.yaml:2:10: text is wanted here, not a list",
        "twice.test.yaml:1:1: there is no mission of the test's own name",
        "twice.test.yaml:3:1: `seed` stands twice",
        "newer.test.yaml:1:7: this program reads mission test 1",
        "newer.test.yaml:2:10: there is no mission",
        "unknown.test.yaml:2:1: ",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("listed.test.yaml:1"), "{told}");
}

#[test]
fn a_mission_that_cannot_be_read_is_told_with_the_test() {
    let folder = folder(&[("small", GOOD)]);
    let mission = folder.path().join("small.mission.yaml");
    fs::write(&mission, "source: 1\nshps: []\n").unwrap();
    let results = folder.path().join("results.xml");
    let arguments = ["test", text(folder.path()), "--junit", text(&results)];
    let answer = sortie(&arguments);
    assert_eq!(answer.status.code(), Some(2));
    let told = err(&answer);
    assert!(
        told.contains("small.test.yaml: its mission cannot be read: "),
        "{told}"
    );
    let xml = fs::read_to_string(&results).unwrap();
    assert!(
        xml.contains("<error message=\"its mission cannot be read\">"),
        "{xml}"
    );
}

#[test]
fn names_cannot_control_the_terminal() {
    let mission = MISSION.replace("name: Small", "name: \"S\\e[31m\\u009b\"");
    let test = GOOD.replace("seconds", "name: \"a\\e[2Jb\\r\\u202e\"\nseconds");
    let folder = folder(&[("small", &test)]);
    let path = folder.path().join("small.mission.yaml");
    fs::write(&path, mission).unwrap();
    for arguments in [
        vec!["test", text(folder.path())],
        vec!["test", text(folder.path()), "--json"],
        vec!["info", text(&path)],
        vec!["info", text(&path), "--json"],
    ] {
        let answer = sortie(&arguments);
        assert_eq!(answer.status.code(), Some(0), "{}", err(&answer));
        let told = out(&answer);
        let controls = |c: char| (c.is_control() && c != '\n') || c == '\u{202E}';
        assert!(!told.contains(controls), "{told:?}");
        if arguments.contains(&"--json") {
            serde_json::from_str::<Value>(&told).unwrap();
        }
    }
    let told = out(&sortie(&["test", text(folder.path())]));
    assert!(told.contains("a\\u{1b}[2Jb\\u{d}\\u{202e}"), "{told}");
}

#[cfg(unix)]
mod pipes {
    use std::os::unix::fs::FileTypeExt as _;
    use std::path::Path;
    use std::process::Command;
    use std::thread;

    use super::*;

    fn make_pipe(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    }

    #[test]
    fn a_pipe_is_no_test() {
        let folder = folder(&[("small", GOOD)]);
        let pipe = folder.path().join("pipe.test.yaml");
        make_pipe(&pipe);
        let answer = sortie(&["test", text(folder.path())]);
        assert_eq!(answer.status.code(), Some(0), "{}", err(&answer));
        assert!(
            out(&answer).contains("1 test: 1 passed"),
            "{}",
            out(&answer)
        );
        let answer = sortie(&["test", text(&pipe)]);
        assert_eq!(answer.status.code(), Some(2));
        assert!(err(&answer).contains("no regular file"), "{}", err(&answer));
    }

    #[test]
    fn results_go_into_a_pipe_and_not_in_its_place() {
        let folder = folder(&[("small", GOOD)]);
        let pipe = folder.path().join("results");
        make_pipe(&pipe);
        let reader = {
            let pipe = pipe.clone();
            thread::spawn(move || fs::read_to_string(pipe).unwrap())
        };
        let answer = sortie(&["test", text(folder.path()), "--junit", text(&pipe)]);
        assert_eq!(answer.status.code(), Some(0), "{}", err(&answer));
        let is_pipe = fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo();
        assert!(is_pipe, "it stands there still");
        assert!(reader.join().unwrap().contains("<testsuites"));
    }
}
