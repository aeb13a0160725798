//! What counts: firings that came to something, calls that the log has no room for, lines that ran.

use editor_app::mission_test::{MissionTest, Verdict, run};
use editor_app::preview::{story_line, story_of};
use runtime::{Options, Simulation, TraceLevel};

use crate::small::{bench_of, instead, read};

/// Triggers whose threads sleep for long, so that a second event finds them running (script-vm V146).
const BUSY: &str = "source: 1
globals: [{id: n}, {id: k}]
flight_groups: [{id: alpha, wing: player}, {id: foes}]
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
  - {id: foe, kind: sabre, flight_group: foes, position: [0, 0, 90000]}
triggers:
  - id: always
    on: {ship: player}
    when: Docked
    repeat: always
    run: |
      n += 1
      Wait(10)
  - id: counted
    on: {ship: foe}
    when: Docked
    repeat: {count: 2}
    run: |
      k += 1
      Wait(10)
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      CreateFlightGroup(foes)
";

const EVENTS: &str = "test: 1
seconds: 10
pilot: hold
inputs:
  - {at: 1, raise: Docked, on: player}
  - {at: 3, raise: Docked, on: player}
  - {at: 5, raise: Docked, on: player}
  - {at: 1, raise: Docked, on: foe}
  - {at: 3, raise: Docked, on: foe}
";

fn play(mission: &str, test: &str) -> Verdict {
    let bench = bench_of(mission);
    run(&bench, &read(&bench, test)).unwrap()
}

fn failures(verdict: &Verdict) -> Vec<&str> {
    verdict.checks.iter().filter_map(instead).collect()
}

#[test]
fn a_trigger_that_was_met_while_its_thread_ran_did_not_fire() {
    let test = format!(
        "{EVENTS}expect:
  - {{at_end: true, global: n, is: 1}}
  - {{at_end: true, trigger: always, fires: 1}}
  - {{at_end: true, trigger: counted, fires: 1}}
  - {{never: [2, end], trigger: always}}
"
    );
    let verdict = play(BUSY, &test);
    assert_eq!(failures(&verdict), [""; 0]);
    let fired = verdict.coverage.triggers.iter();
    let fired: Vec<_> = fired.map(|(id, many)| (id.as_str(), *many)).collect();
    assert_eq!(fired, [("always", 1), ("counted", 1)]);
}

#[test]
fn the_story_and_a_test_of_the_run_tell_what_came_of_a_trigger() {
    let bench = bench_of(BUSY);
    let test = read(&bench, EVENTS);
    let played = run(&bench, &test).unwrap();
    let options = bench.options(&test.test.start);
    let mut run = Simulation::new(bench.image().clone(), options);
    for timed in played.inputs {
        run.input_at(timed);
    }
    run.advance(1000);
    let moments = run.trace().iter();
    let moments = moments.filter_map(|it| story_of(it, bench.names()));
    let lines: Vec<String> = moments.map(|it| story_line(&it)).collect();
    let told = |text: &str| lines.iter().filter(|it| it.ends_with(text)).count();
    assert_eq!(told("always fires"), 1, "{lines:?}");
    assert_eq!(
        told("always was met, but its thread still ran"),
        2,
        "{lines:?}"
    );
    let kept = MissionTest::from_run(&run, bench.mission(), bench.names()).unwrap();
    let kept = kept.write();
    assert!(kept.contains("trigger: always, fires: 1"), "{kept}");
    assert!(kept.contains("trigger: counted, fires: 1"), "{kept}");
}

#[test]
fn a_test_of_a_run_expects_the_rating_that_the_script_gave() {
    for (line, kept) in [
        ("flag[mission_success] = 4", Some("rating: success_bonus")),
        ("flag[mission_success] = -1", Some("rating: total_failure")),
        // No grade of the game.
        ("flag[mission_success] = 9", None),
        ("Wait(1)", None),
    ] {
        let bench = bench_of(&format!(
            "source: 1
flight_groups: [{{id: alpha, wing: player}}]
ships:
  - {{id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}}
routines:
  - {{id: start, start: true, run: '{line}'}}
"
        ));
        let options = Options {
            trace: TraceLevel::Everything,
            ..bench.options(&read(&bench, "test: 1").test.start)
        };
        let mut run = Simulation::new(bench.image().clone(), options);
        run.advance(10);
        let test = MissionTest::from_run(&run, bench.mission(), bench.names()).unwrap();
        let text = test.write();
        match kept {
            Some(kept) => assert!(text.contains(kept), "{text}"),
            None => assert!(!text.contains("rating"), "{text}"),
        }
    }
}

/// A tick of it writes far more than the log holds for one, and then calls `secret`.
fn flood() -> String {
    let writes = "      n += 1\n".repeat(1000);
    format!(
        "source: 1
globals: [{{id: n}}]
flight_groups: [{{id: alpha, wing: player}}]
ships:
  - {{id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}}
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      Wait(1)
      call busy
      call busy
      call busy
      call busy
      call busy
      call secret
  - id: busy
    run: |
{writes}  - id: secret
    run: |
      n = 0
"
    )
}

#[test]
fn what_the_log_has_no_room_for_is_counted() {
    let test = "test: 1\nseconds: 5\nexpect:
  - {never: true, routine: secret}
  - {at_end: true, routine: busy, runs: 5}
  - {at_end: true, routine: secret, runs: 1}
inputs: [{when: {routine: secret}, set_global: n, to: 7}]
";
    let verdict = play(&flood(), test);
    assert!(verdict.left_out > 0, "the log was too small");
    assert_eq!(failures(&verdict), ["it has run once"]);
    let routines = &verdict.coverage.routines;
    let ran: Vec<_> = routines.iter().map(|(_, many)| *many).collect();
    assert_eq!(ran, [1, 5, 1]);
}

#[test]
fn a_line_that_heads_an_arm_is_none_that_never_ran() {
    let mission = "source: 1
globals: [{id: n}]
flight_groups: [{id: alpha, wing: player}]
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      random:
        below 0:
          n = 1
        below 100:
          n = 2
      if n == 2:
        n = 3
      else:
        n = 4
";
    let verdict = play(mission, "test: 1\nseconds: 1\n");
    let lines = verdict.coverage.lines.iter();
    let lines: Vec<_> = lines.map(|it| (it.text.as_str(), it.ran)).collect();
    assert_eq!(
        lines,
        [
            ("CreateFlightGroup(alpha)", true),
            ("random:", true),
            ("n = 1", false),
            ("n = 2", true),
            ("if n == 2:", true),
            ("n = 3", true),
            ("n = 4", false),
        ]
    );
}

#[test]
fn a_gap_counts_each_time_that_it_is_met() {
    let mission = "source: 1
flight_groups: [{id: alpha, wing: player}]
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      Wait(1)
      ResetToSpawnPositions()
      Wait(10)
      ResetToSpawnPositions()
";
    let test = "test: 1\nseconds: 20\npilot: hold\nexpect:
  - {never: [5, 20], gap: any}
  - {never: [5, 20], gap: command ResetToSpawnPositions}
  - {at_end: true, gap: command ResetToSpawnPositions, comes: 2}
  - {never: [16, 20], gap: command ResetToSpawnPositions}
";
    let verdict = play(mission, test);
    let told = "the preview does not do \"command ResetToSpawnPositions\" in routine start, line 13 of \
                the mission";
    assert_eq!(failures(&verdict), [told, told]);
    let tick = verdict.checks[0].failure.as_ref().unwrap().tick;
    assert!((1100..1600).contains(&tick.0), "{tick}");
}

#[test]
fn a_condition_of_the_last_moment_came_true() {
    let mission = BUSY.replace(
        "CreateFlightGroup(foes)",
        "Wait(2)\n      TerminateMission()",
    );
    let test = "test: 1\nseconds: 20\ninputs: [{when: {ending: any}, jump_drive: true}]\n";
    let verdict = play(&mission, test);
    let told = failures(&verdict);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("came true at 0:0"), "{told:?}");
    assert!(told[0].contains("as the run ended"), "{told:?}");
}
