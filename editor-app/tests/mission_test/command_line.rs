//! `sortie test` as a process: what it prints, writes and answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::small::MISSION;

pub(crate) fn sortie(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sortie"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap()
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// A folder with the small mission and some tests of it, by name and text.
pub(crate) fn folder(tests: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.mission.yaml"), MISSION).unwrap();
    for (name, text) in tests {
        let path = folder.path().join(format!("{name}.test.yaml"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

pub(crate) const GOOD: &str = "test: 1\nseconds: 5\nexpect: [{by: 1, ship: player, is: made}]\n";
const BAD: &str = "test: 1\nmission: small.mission.yaml\nname: <\"Bad\" & \x07>\nseconds: 5\nexpect:\n  \
                   - {by: 1, ship: player, is: made}\n  - {by: 3, global: score, is: 8}\n";
const BROKEN: &str = "test: 1\nmission: small.mission.yaml\nexpect: [{by: 1, shp: player}]\n";

#[test]
fn the_examples_pass() {
    let answer = sortie(&["test", text(&examples()), "--coverage"]);
    assert_eq!(
        answer.status.code(),
        Some(0),
        "{}{}",
        out(&answer),
        err(&answer)
    );
    let told = out(&answer);
    assert!(!told.contains("FAIL"), "{told}");
    for (file, mission) in [
        ("first-sortie", "7 of 7 triggers fired"),
        ("first-sortie", "55 of 55 lines ran"),
        ("minimal", "1 of 1 routine ran"),
    ] {
        assert!(told.contains(file) && told.contains(mission), "{told}");
    }
    let again = sortie(&["test", text(&examples()), "--coverage"]);
    assert_eq!(out(&again), told, "the same order, whichever is done first");
}

#[test]
fn a_failure_is_told_with_its_line_and_the_story() {
    let folder = folder(&[("small", GOOD), ("bad", &BAD.replace('\x07', ""))]);
    let answer = sortie(&["test", text(folder.path())]);
    assert_eq!(answer.status.code(), Some(1), "{}", err(&answer));
    let told = out(&answer);
    let bad = folder.path().join("bad.test.yaml");
    for part in [
        format!("FAIL  {}", text(&bad)),
        format!("{}:7:5: by: 3, global: score, is: 8", text(&bad)),
        "at 0:03.00: score is 7".to_owned(),
        "friend says \"hello\"".to_owned(),
        format!("pass  {}", text(&folder.path().join("small.test.yaml"))),
        "2 tests: 1 passed, 1 failed".to_owned(),
    ] {
        assert!(told.contains(&part), "{part}\n{told}");
    }
}

#[test]
fn what_cannot_be_read_is_answered_with_2() {
    let folder = folder(&[("small", GOOD), ("broken", BROKEN), ("alone", "test: 1\n")]);
    let answer = sortie(&["test", text(folder.path())]);
    assert_eq!(answer.status.code(), Some(2));
    assert!(out(&answer).contains("pass"), "the others are played");
    let told = err(&answer);
    assert!(
        told.contains("broken.test.yaml:3:18: an expectation has no `shp`"),
        "{told}"
    );
    assert!(
        told.contains("alone.test.yaml:1:1: there is no mission"),
        "{told}"
    );
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let empty = tempfile::tempdir().unwrap();
    for (path, word) in [
        (at("none.test.yaml"), "no such file"),
        (at("small.mission.yaml"), "no mission test"),
        (text(empty.path()).to_owned(), "holds no test"),
    ] {
        let answer = sortie(&["test", &path]);
        assert_eq!(answer.status.code(), Some(2), "{path}");
        assert!(err(&answer).contains(word), "{path}: {}", err(&answer));
    }
    let answer = sortie(&["test"]);
    assert_eq!(answer.status.code(), Some(2));
}

#[test]
fn a_mission_with_errors_fails_its_tests() {
    let folder = folder(&[("small", GOOD)]);
    let mission = folder.path().join("small.mission.yaml");
    fs::write(&mission, MISSION.replace("call tally", "call nobody")).unwrap();
    let answer = sortie(&["test", text(folder.path())]);
    assert_eq!(answer.status.code(), Some(1));
    let told = out(&answer);
    assert!(
        told.contains("small.mission.yaml:4") && told.contains("`nobody`"),
        "{told}"
    );
    fs::write(&mission, "source: 1\nshps: []\n").unwrap();
    let answer = sortie(&["test", text(folder.path())]);
    assert_eq!(answer.status.code(), Some(2));
    assert!(
        err(&answer).contains("small.mission.yaml:2:1"),
        "{}",
        err(&answer)
    );
}

#[test]
fn folders_are_walked_and_images_are_played() {
    let deep = GOOD.replace("test: 1", "test: 1\nmission: ../small.mission.yaml");
    let folder = folder(&[("deep/one", &deep), (".hidden/two", &deep)]);
    let image = folder.path().join("deep/image.dte");
    let mission = folder.path().join("small.mission.yaml");
    let built = sortie(&["build", text(&mission), "-o", text(&image)]);
    assert_eq!(built.status.code(), Some(0), "{}", err(&built));
    fs::write(
        folder.path().join("deep/image.test.yaml"),
        "test: 1\nseconds: 6\nnumber: 1\nexpect: [{at_end: true, routine: tally, runs: 2}]\n",
    )
    .unwrap();
    let one = folder.path().join("deep/one.test.yaml");
    let answer = sortie(&["test", text(folder.path()), text(&one)]);
    assert_eq!(
        answer.status.code(),
        Some(0),
        "{}{}",
        out(&answer),
        err(&answer)
    );
    assert!(
        out(&answer).contains("2 tests: 2 passed"),
        "{}",
        out(&answer)
    );
}

#[test]
fn results_come_as_json() {
    let folder = folder(&[
        ("small", GOOD),
        ("bad", &BAD.replace('\x07', "")),
        ("broken", BROKEN),
    ]);
    let answer = sortie(&["test", text(folder.path()), "--json", "--coverage"]);
    assert_eq!(answer.status.code(), Some(2));
    let json: Value = serde_json::from_str(&out(&answer)).unwrap();
    assert_eq!(
        (json["passed"].as_u64(), json["failed"].as_u64()),
        (Some(1), Some(2))
    );
    let [bad, broken, good] = &json["tests"].as_array().unwrap()[..] else {
        panic!("{json}");
    };
    assert_eq!(good["passed"], true);
    assert_eq!(good["seconds"], 5.0);
    let check = &bad["checks"][1];
    assert_eq!(check["line"], 7);
    assert_eq!(check["expected"], "by: 3, global: score, is: 8");
    assert_eq!(check["instead"], "score is 7");
    assert_eq!(check["tick"], 300);
    assert!(!check["story"].as_array().unwrap().is_empty());
    assert_eq!(broken["problems"][0]["line"], 3);
    let coverage = &json["coverage"][0];
    assert_eq!(coverage["triggers"][0]["id"], "foe_shot");
    assert_eq!(coverage["routines"][0]["count"], 2);
    // Every line that does something is told as it stands in the file.
    let file = std::fs::read_to_string(folder.path().join("small.mission.yaml")).unwrap();
    let file: Vec<&str> = file.lines().map(str::trim).collect();
    let lines = coverage["lines"].as_array().unwrap();
    for line in lines {
        let number = usize::try_from(line["file_line"].as_u64().unwrap()).unwrap();
        assert!(file[number - 1].ends_with(line["text"].as_str().unwrap()));
    }
    let ran = |ran| lines.iter().filter(|it| it["ran"] == ran).count();
    assert!(ran(true) > 0 && ran(false) > 0, "{coverage}");
}

/// The tags of an XML text, every one closed, every attribute quoted; fails where they are not.
fn tags(xml: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let mut rest = xml
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        .unwrap();
    while let Some(start) = rest.find('<') {
        let (before, from) = rest.split_at(start);
        assert!(!before.contains('>'), "{before}");
        let end = from.find('>').unwrap();
        let tag = &from[1..end];
        rest = &from[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).next().unwrap().to_owned();
        all.push(tag.to_owned());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0]);
    all
}

#[test]
fn results_are_written_for_build_servers() {
    let bad = BAD.replace("<\"Bad\" & \x07>", "'<\"Bad\" & co>'");
    let folder = folder(&[("small", GOOD), ("bad", &bad), ("broken", BROKEN)]);
    let path = folder.path().join("results.xml");
    let arguments = ["test", text(folder.path()), "--junit", text(&path)];
    assert_eq!(sortie(&arguments).status.code(), Some(2));
    let xml = fs::read_to_string(&path).unwrap();
    assert!(xml.chars().all(|c| c == '\n' || c >= ' '), "{xml}");
    let tags = tags(&xml);
    let count = |name: &str| tags.iter().filter(|it| it.starts_with(name)).count();
    assert_eq!(
        tags[0],
        "testsuites name=\"sortie test\" tests=\"6\" failures=\"1\" errors=\"1\""
    );
    assert_eq!(count("testsuite "), 3);
    assert_eq!(
        (count("testcase "), count("failure "), count("error ")),
        (6, 1, 1)
    );
    assert!(xml.contains("&lt;&quot;Bad&quot; &amp; co&gt;"), "{xml}");
    assert!(
        xml.contains("name=\"line 7: by: 3, global: score, is: 8\""),
        "{xml}"
    );
    assert_eq!(sortie(&arguments).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), xml, "the same results");
}

#[test]
fn results_are_written_over_nothing_that_is_read() {
    let folder = folder(&[("small", GOOD)]);
    let test = folder.path().join("small.test.yaml");
    let mission = folder.path().join("small.mission.yaml");
    for output in [&test, &mission] {
        let answer = sortie(&["test", text(&test), "--junit", text(output)]);
        assert_eq!(answer.status.code(), Some(2), "{}", err(&answer));
    }
    assert_eq!(fs::read_to_string(&test).unwrap(), GOOD);
    assert_eq!(fs::read_to_string(&mission).unwrap(), MISSION);
}
