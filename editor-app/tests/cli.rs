//! The program without a window, as a process: what it prints, writes and answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sha2::{Digest as _, Sha256};

const EXAMPLES: [&str; 3] = ["minimal", "first-sortie", "every-construct"];

/// The program, without a display.
fn sortie(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sortie"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap()
}

fn code(output: &Output) -> i32 {
    output
        .status
        .code()
        .unwrap_or_else(|| panic!("ended by a signal: {output:?}"))
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples")
        .join(format!("{name}.mission.yaml"))
}

/// Builds an example in a folder, and gives the image's path.
fn build(name: &str, folder: &Path, file: &str) -> PathBuf {
    let path = folder.join(file);
    let built = sortie(&["build", text(&example(name)), "-o", text(&path)]);
    assert_eq!(code(&built), 0, "{}", err(&built));
    assert_eq!(out(&built), "", "a file is the only result");
    path
}

#[test]
fn the_minimal_example_has_the_specified_sum() {
    let folder = tempfile::tempdir().unwrap();
    let image = fs::read(build("minimal", folder.path(), "min.dte")).unwrap();
    let sum: String = Sha256::digest(&image)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(
        sum,
        "686da6bf11ac541c2bc0c906bbef199ffe0e37e6f8bf43331928c948404ccf14"
    );
}

#[test]
fn every_example_survives_the_way_to_a_source_and_back() {
    for name in EXAMPLES {
        let folder = tempfile::tempdir().unwrap();
        let first = build(name, folder.path(), "first.dte");
        let twice = build(name, folder.path(), "twice.dte");
        let source = folder.path().join("again.mission.yaml");
        let decompiled = sortie(&["decompile", text(&first), "-o", text(&source)]);
        assert_eq!(code(&decompiled), 0, "{name}: {}", err(&decompiled));
        let second = folder.path().join("second.dte");
        let built = sortie(&["build", text(&source), "-o", text(&second)]);
        assert_eq!(code(&built), 0, "{name}: {}", err(&built));
        let read = |path: &Path| fs::read(path).unwrap();
        assert!(
            read(&first) == read(&twice),
            "{name} differs when built twice"
        );
        assert!(
            read(&first) == read(&second),
            "{name} differs after decompiling"
        );
    }
}

#[test]
fn every_looker_takes_both_forms_and_prints_json() {
    let folder = tempfile::tempdir().unwrap();
    let image = build("first-sortie", folder.path(), "mission42.dte");
    let source = example("first-sortie");
    for command in ["info", "sections", "ships", "triggers", "strings", "parts"] {
        for input in [&image, &source] {
            let plain = sortie(&[command, text(input)]);
            assert_eq!(code(&plain), 0, "{command}: {}", err(&plain));
            assert!(!out(&plain).is_empty(), "{command}");
            let json = sortie(&[command, text(input), "--json"]);
            assert_eq!(code(&json), 0, "{command}: {}", err(&json));
            serde_json::from_str::<serde_json::Value>(&out(&json))
                .unwrap_or_else(|error| panic!("{command}: {error}"));
        }
    }
    let script = sortie(&["script", text(&image)]);
    assert_eq!(code(&script), 0);
    assert!(
        out(&script).contains("CreateFlightGroup"),
        "{}",
        out(&script)
    );
}

#[test]
fn lists_say_what_the_mission_holds() {
    let source = example("first-sortie");
    let json = |command: &str| -> serde_json::Value {
        serde_json::from_str(&out(&sortie(&[command, text(&source), "--json"]))).unwrap()
    };
    let ships = json("ships");
    assert_eq!(ships[4]["id"], "reliant");
    assert_eq!(ships[4]["kind_name"], "Reliant");
    let sections = json("sections");
    assert_eq!(sections.as_array().unwrap().len(), 27);
    let parts = json("parts");
    assert_eq!(parts[0]["name"], "(F)Start");
    let strings = out(&sortie(&["strings", text(&source)]));
    assert!(strings.contains("Player_Ship"), "{strings}");
}

#[test]
fn a_run_is_told_and_traced() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("out.jsonl");
    let source = example("first-sortie");
    let arguments = ["preview", text(&source), "--seconds", "60", "--seed", "7"];
    let plain = sortie(&arguments);
    assert_eq!(code(&plain), 0, "{}", err(&plain));
    assert!(
        out(&plain).contains("player has launched"),
        "{}",
        out(&plain)
    );
    let mut traced = arguments.to_vec();
    traced.extend(["--trace", text(&trace), "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out(&sortie(&traced))).unwrap();
    assert_eq!(json["ticks"], 6_000);
    let first = fs::read_to_string(&trace).unwrap();
    for line in first.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(entry["event"].is_string(), "{line}");
    }
    sortie(&traced);
    assert_eq!(fs::read_to_string(&trace).unwrap(), first, "the same run");
}

#[test]
fn wrong_usage_and_no_display_are_answered_with_2() {
    for arguments in [
        &["frobnicate"][..],
        &["build", "x.mission.yaml"],
        &["check", "no-such-file.mission.yaml"],
        &["info", "."],
        &["preview", "x.dte", "--seconds", "soon"],
        &["screenshot", "x.dte", "-o", "x.png", "--size", "huge"],
        &["screenshot", "x.dte", "-o", "x.jpg"],
    ] {
        let answer = sortie(arguments);
        assert_eq!(code(&answer), 2, "{arguments:?}: {}", err(&answer));
        assert_eq!(out(&answer), "", "{arguments:?}");
        assert!(!err(&answer).is_empty(), "{arguments:?}");
    }
    for (arguments, word) in [
        (&["chek", "x.mission.yaml"][..], "`check`"),
        (&["Build", "x", "-o", "y"], "`build`"),
        (&["frobnicate"], "--help"),
        (
            &["frobnicate", "--json"],
            "neither a file here nor a command",
        ),
    ] {
        let told = err(&sortie(arguments));
        assert!(told.contains(word), "{arguments:?}: {told}");
    }
    assert_eq!(code(&sortie(&["--help"])), 0);
    assert_eq!(code(&sortie(&["check", "--help"])), 0);
    let window = sortie(&[]);
    assert_eq!(code(&window), 2);
    assert_eq!(err(&window).lines().count(), 1, "{}", err(&window));
    for command in [
        "build",
        "decompile",
        "check",
        "preview",
        "why",
        "test",
        "engine",
        "link",
    ] {
        assert!(err(&window).contains(command), "{}", err(&window));
    }
}

#[test]
fn a_failed_build_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("bad.mission.yaml");
    fs::write(
        &source,
        "source: 1\nships: [{id: a, kind: 0, flight_group: gone}]\n",
    )
    .unwrap();
    let image = folder.path().join("bad.dte");
    fs::write(&image, "kept").unwrap();
    let built = sortie(&["build", text(&source), "-o", text(&image)]);
    assert_eq!(code(&built), 1, "{}", err(&built));
    assert!(err(&built).contains(":2:"), "{}", err(&built));
    assert_eq!(fs::read(&image).unwrap(), b"kept");
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left beside it"
    );
}

/// A source's head, whose routine `start` ends the text.
const SCRIPT: &str = "source: 1\nroutines:\n  - id: start\n    start: true\n    run: |\n";

/// Wrong sources: a text, and what the answer has to hold: a line, a word.
#[rustfmt::skip]
const BROKEN_SOURCES: [(&str, usize, &str); 29] = [
    ("", 1, "mapping"),
    ("source: 9\n", 1, "source 1"),
    ("source: 1\nships: [\n", 2, "unclosed"),
    ("source: 1\nshps: []\n", 2, "`ships`"),
    ("source: 1\nships:\n  - {id: a}\n", 3, "`kind`"),
    ("source: 1\nships:\n  - {id: a, kind: predatr}\n", 3, "`predator`"),
    ("source: 1\nships:\n  - {id: a, kind: 0, position: [1]}\n", 3, "three numbers"),
    ("source: 1\nships:\n  - {id: a, kind: 0, flight_group: gone}\n", 3, "gone"),
    ("source: 1\nships:\n  - {id: a, kind: 0}\n  - {id: a, kind: 0}\n", 4, "another ship"),
    ("source: 1\nsquads:\n  - {id: q, members: [{ship: gone}]}\n", 3, "gone"),
    ("source: 1\ncurves:\n  - {id: c, start: gone}\n", 3, "gone"),
    ("source: 1\ntriggers:\n  - {id: t, when: Destroyd}\n", 3, "`Destroyed`"),
    ("source: 1\ntriggers:\n  - {id: t, on: {ship: gone}, when: Destroyed}\n", 3, "gone"),
    ("source: 1\ntriggers:\n  - {id: t, when: Destroyed, routine: gone}\n", 3, "gone"),
    ("source: 1\ntriggers:\n  - {id: t, when: Docked, repeat: twice}\n", 3, "once"),
    ("source: 1\n\tships: []\n", 1, "tab"),
    ("source: 1\ntriggers:\n  - {id: t, when: Destroyed, with: {Killer: null, 0: null}}\n", 3, "twice"),
    ("source: 1\nobjects:\n  - {id: 3}\n  - {id: 3}\n", 3, "twice"),
    ("source: 1\nglobals:\n  - {id: g, raw: {0x2: \"01\", 2: \"02\"}}\n", 3, "twice"),
    // In the script language, at the line of the file.
    ("      WaitForKey(1 + 2)\n", 6, "one push of two bytes"),
    ("      Wait(1 +.5)\n", 6, "no fractions"),
    ("      Wiat(3)\n", 6, "Wait"),
    ("      Wait(3\n", 6, "`)`"),
    ("      Wait(1, 2)\n", 6, "Wait"),
    ("      call nowhere\n", 6, "nowhere"),
    ("      if true:\n      Wait(1)\n", 6, "indented"),
    ("      missing += 1\n", 6, "missing"),
    ("      Wait(1)\n      SetAI(1)\n", 7, "SetAI"),
    ("      asm:\n          PUSHIT 4\n", 7, "PUSHIT"),
];

#[test]
fn broken_sources_are_told_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.mission.yaml");
    let mut wrong = Vec::new();
    for (broken, line, word) in BROKEN_SOURCES {
        let full = if broken.starts_with("      ") {
            format!("{SCRIPT}{broken}")
        } else {
            broken.to_owned()
        };
        fs::write(&path, &full).unwrap();
        let answer = sortie(&["check", text(&path)]);
        let told = out(&answer) + &err(&answer);
        let place = format!("broken.mission.yaml:{line}:");
        let named = told
            .lines()
            .any(|it| it.contains(&place) && it.contains(word) && !it.contains("panicked"));
        if !matches!(code(&answer), 1 | 2) || !named {
            wrong.push(format!("{full}\n=> {} {told}", code(&answer)));
        }
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            full,
            "a check changes nothing"
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

/// Where each section begins, from the image's own directory: 27 entries of eight bytes, the offset
/// in the second half of each (dte-format 1.2).
fn boundaries(image: &[u8]) -> Vec<usize> {
    image[..27 * 8]
        .chunks_exact(8)
        .map(|entry| u32::from_le_bytes(entry[4..].try_into().unwrap()) as usize)
        .collect()
}

#[test]
fn an_image_cut_anywhere_is_refused_with_the_section() {
    let folder = tempfile::tempdir().unwrap();
    let image = fs::read(build("first-sortie", folder.path(), "whole.dte")).unwrap();
    let cut = folder.path().join("cut.dte");
    let mut places = boundaries(&image);
    assert!(
        places.iter().all(|it| (100..image.len()).contains(it)),
        "{places:?}"
    );
    places.extend([0, 1, 3, 7, 8, 60, image.len() / 2]);
    for at in places {
        fs::write(&cut, &image[..at]).unwrap();
        let answer = sortie(&["check", text(&cut)]);
        assert_eq!(code(&answer), 2, "cut at {at:#x}: {}", out(&answer));
        let told = err(&answer);
        assert!(told.contains("cut.dte: "), "cut at {at:#x}: {told}");
        assert!(
            told.contains("0x") || told.contains("bytes"),
            "cut at {at:#x}: {told}"
        );
        assert!(!told.contains("panicked"), "cut at {at:#x}: {told}");
    }
}

#[test]
fn flipped_bytes_are_survived_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let image = fs::read(build("every-construct", folder.path(), "whole.dte")).unwrap();
    let path = folder.path().join("flipped.dte");
    let source = folder.path().join("flipped.mission.yaml");
    let boundaries = boundaries(&image);
    for (i, at) in boundaries.iter().enumerate() {
        let mut flipped = image.clone();
        flipped[*at] ^= 0xFF;
        let next = (*at + 4 + i).min(image.len() - 1);
        flipped[next] ^= 0x5A;
        fs::write(&path, &flipped).unwrap();
        for arguments in [
            &["check", text(&path)][..],
            &["decompile", text(&path), "-o", text(&source)],
            &["preview", text(&path), "--seconds", "5"],
        ] {
            let answer = sortie(arguments);
            assert!(
                (0..=2).contains(&code(&answer)),
                "{arguments:?} {i}: {}",
                err(&answer)
            );
            assert!(
                !err(&answer).contains("panicked"),
                "{arguments:?} {i}: {}",
                err(&answer)
            );
        }
    }
}

#[test]
fn problems_come_as_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.mission.yaml");
    fs::write(&path, format!("{SCRIPT}      call nowhere\n")).unwrap();
    let answer = sortie(&["check", text(&path), "--json"]);
    assert_eq!(code(&answer), 1);
    let told: serde_json::Value = serde_json::from_str(&out(&answer)).unwrap();
    let told = told.as_array().unwrap();
    let call = told
        .iter()
        .find(|it| it["record"] == "routine start")
        .unwrap();
    assert_eq!(call["severity"], "error");
    assert_eq!(
        (call["line"].as_u64(), call["column"].as_u64()),
        (Some(6), Some(12))
    );
    fs::write(&path, "source: 1\nships: [\n").unwrap();
    let answer = sortie(&["check", text(&path), "--json"]);
    assert_eq!(code(&answer), 2);
    let told: serde_json::Value = serde_json::from_str(&out(&answer)).unwrap();
    assert_eq!(told[0]["line"], 2);
}

#[test]
fn no_command_writes_over_what_it_reads_or_over_another_sort_of_file() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("a.mission.yaml");
    fs::copy(example("minimal"), &source).unwrap();
    let image = build("minimal", folder.path(), "a.dte");
    let other = folder.path().join("b.mission.yaml");
    fs::copy(example("minimal"), &other).unwrap();
    let before = [&source, &image, &other].map(|path| fs::read(path).unwrap());
    for arguments in [
        ["build", text(&source), "-o", text(&source)],
        ["build", text(&source), "-o", text(&other)],
        ["build", text(&image), "-o", text(&image)],
        ["decompile", text(&image), "-o", text(&image)],
        ["decompile", text(&source), "-o", text(&image)],
        ["screenshot", text(&source), "-o", text(&source)],
        ["screenshot", text(&source), "-o", text(&image)],
    ] {
        let answer = sortie(&arguments);
        assert_eq!(code(&answer), 2, "{arguments:?}");
        assert!(err(&answer).contains("name"), "{}", err(&answer));
    }
    for trace in [&source, &image, &other] {
        let run = [
            "preview",
            text(&source),
            "--seconds",
            "1",
            "--trace",
            text(trace),
        ];
        assert_eq!(code(&sortie(&run)), 2);
    }
    let after = [&source, &image, &other].map(|path| fs::read(path).unwrap());
    assert!(before == after, "nothing was written");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}
