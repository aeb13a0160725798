//! `sortie why`: what it says of prepared faults.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A mission in which each trigger has its own fault.
const MISSION: &str = r#"
source: 1

globals:
  - {id: score}

flight_groups:
  - {id: alpha, wing: player}
  - {id: enemies}
  - {id: late}

ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
  - {id: sabre_1, kind: sabre, flight_group: enemies, position: [90000, 0, 0]}
  - {id: sabre_2, kind: sabre, flight_group: enemies, position: [90000, 9000, 0]}
  - {id: sabre_3, kind: sabre, flight_group: late, position: [90000, 0, 9000]}
  - {id: nav, kind: nav_point, flight_group: alpha, position: [0, 0, 20000]}

squads:
  - id: pair
    members: [{ship: sabre_1}, {ship: sabre_2}]

triggers:
  - id: disarmed
    on: {ship: sabre_2}
    when: Decloaked
    run: |
      score += 1
  - id: sleeper
    on: {ship: sabre_2}
    when: Cloaked
    repeat: always
    run: |
      Wait(60)
      score += 1
  - id: returns
    on: {ship: sabre_2}
    when: Cloaked
    run: |
      score += 1
  - id: by_player
    on: {ship: sabre_1}
    when: Destroyed
    with: {Killer: any_player}
    run: |
      score += 1
  - id: pair_lost
    on: {squad: pair}
    when: Destroyed
    run: |
      score += 1
  - id: never_made
    on: {ship: sabre_3}
    when: Destroyed
    run: |
      score += 1
  - id: at_nav
    on: {ship: nav}
    when: ShipReached
    run: |
      score += 1
  - id: of_nobody
    when: Destroyed
    run: |
      score += 1

routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      CreateFlightGroup(enemies)
      Cloak(sabre_2, true)
      Wait(4)
      # Nothing is to be heard of this.
      SetTriggerState(sabre_2, Decloaked, false)
      Cloak(sabre_2, false)
      SetAI(sabre_1, explode, true, null)
      Wait(4)
      Cloak(sabre_2, true)
"#;

fn sortie(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sortie"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn written(folder: &Path) -> PathBuf {
    let path = folder.join("faults.mission.yaml");
    fs::write(&path, MISSION).unwrap();
    path
}

/// What is said of a trigger, with the ship holding still.
fn said(trigger: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    let mut arguments = vec!["why", path.to_str().unwrap(), "--trigger", trigger];
    arguments.extend(["--seconds", "20", "--pilot", "hold"]);
    arguments.extend(more);
    out(&sortie(&arguments))
}

#[test]
fn the_cause_stands_first_in_a_full_sentence() {
    for (trigger, more, cause) in [
        (
            "disarmed",
            &[][..],
            "Trigger disarmed did not fire as Decloaked of ship sabre_2 came at 0:05.00: it was not \
             armed, as a script had disarmed it at 0:05.00. [routine start, line 6]",
        ),
        (
            "sleeper",
            &["--from", "6"],
            "Trigger sleeper did not fire as Cloaked of ship sabre_2 came at 0:10.01: the thread of its \
             last firing was still running, and it sleeps until the clock is past 60 s. [trigger \
             sleeper, line 2]",
        ),
        (
            "returns",
            &[],
            "Trigger returns fired at 0:00.01 on Cloaked of ship sabre_2, and its thread returned.",
        ),
        (
            "returns",
            &["--from", "6"],
            "Trigger returns did not fire as Cloaked of ship sabre_2 came at 0:10.01: it fires once, \
             and it had fired at 0:00.01; it was not armed since.",
        ),
        (
            "by_player",
            &[],
            "Trigger by_player did not fire as Destroyed of ship sabre_1 came at 0:05.01: Killer was \
             nobody, and the trigger wants any player.",
        ),
        (
            "pair_lost",
            &[],
            "Trigger pair_lost did not fire as Destroyed of ship sabre_1 in squad pair came at 0:05.01: \
             it waits until every member is destroyed, and ship sabre_2 is not destroyed.",
        ),
        (
            "never_made",
            &[],
            "Trigger never_made did not fire: ship sabre_3 was never made: no script called \
             CreateFlightGroup for flight group late.",
        ),
        (
            "at_nav",
            &[],
            "Trigger at_nav did not fire: no ship came within 4000 of ship nav; the nearest was ship \
             player at 0:01.00, 20000 away.",
        ),
        (
            "of_nobody",
            &[],
            "Trigger of_nobody did not fire: it belongs to nobody: a trigger without a subject hears of \
             nothing.",
        ),
    ] {
        let said = said(trigger, more);
        assert_eq!(said.lines().next(), Some(cause), "{said}");
        let last = said.lines().last().unwrap();
        assert!(last.trim().starts_with("What raises "), "{said}");
    }
}

#[test]
fn a_stretch_that_holds_nothing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    for from in ["20", "500"] {
        let answer = sortie(&[
            "why",
            path.to_str().unwrap(),
            "--trigger",
            "returns",
            "--seconds",
            "20",
            "--from",
            from,
        ]);
        assert_eq!(answer.status.code(), Some(2));
        let told = String::from_utf8_lossy(&answer.stderr);
        assert!(told.contains("give --seconds more than --from"), "{told}");
    }
}

#[test]
fn what_was_used_up_without_a_firing_is_told_so() {
    // It comes near at once; armed again while its thread sleeps, it is met at once again (V146).
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("busy.mission.yaml");
    let mission = "source: 1
flight_groups: [{id: alpha, wing: player}, {id: foes}]
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
  - {id: foe, kind: sabre, flight_group: foes, position: [0, 0, 90000]}
triggers:
  - id: once
    on: {ship: foe}
    when: Cloaked
    run: |
      Wait(1000)
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      CreateFlightGroup(foes)
      Cloak(foe, true)
      Wait(5)
      SetTriggerState(foe, Cloaked, true)
      Cloak(foe, false)
      Wait(20)
      Cloak(foe, true)
      Wait(20)
      Cloak(foe, false)
      Wait(20)
      Cloak(foe, true)
";
    fs::write(&path, mission).unwrap();
    let said = out(&sortie(&[
        "why",
        path.to_str().unwrap(),
        "--trigger",
        "once",
        "--seconds",
        "80",
        "--pilot",
        "hold",
    ]));
    assert!(said.starts_with("Trigger once fired at "), "{said}");
    assert!(
        said.contains("was met, but its thread still ran; it had fired once"),
        "{said}"
    );
    assert!(!said.contains("fired 2 times"), "{said}");
}

#[test]
fn other_events_are_told_with_how_often() {
    let said = said("by_player", &["--from", "6"]);
    assert!(
        said.contains("ship sabre_1 was destroyed at 0:05.00 already, and that is told once"),
        "{said}"
    );
    let said = self::said("disarmed", &[]);
    assert!(
        said.contains("Other events came to ship sabre_2: Cloaked (2 times, last at 0:10.01)"),
        "{said}"
    );
}

#[test]
fn programs_read_the_same_as_json() {
    let json = said("by_player", &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["trigger"], "by_player");
    assert_eq!(json["fired"], false);
    assert_eq!(json["until"], 2000);
    let cause = &json["lines"][0];
    assert_eq!(cause["tick"], 501);
    assert_eq!(cause["record"], "trigger by_player");
    assert_eq!(
        json["found"]["attempts"][0]["outcome"]["outcome"],
        "operand"
    );
}

#[test]
fn a_trigger_that_is_not_there_is_answered_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    let path = path.to_str().unwrap();
    let answer = sortie(&["why", path, "--trigger", "at_naf", "--seconds", "1"]);
    assert_eq!(answer.status.code(), Some(2));
    let told = String::from_utf8(answer.stderr).unwrap();
    assert!(told.contains("did you mean `at_nav`?"), "{told}");
}
