//! Each kind of expectation, kept and broken.

use editor_app::mission_test::{Verdict, run};
use runtime::Tick;

use crate::small::{MISSION, bench, instead, play, read};

/// What happens to the small mission in every run of the table below.
const HEAD: &str = "test: 1
seconds: 10
pilot: hold
inputs:
  - {at: 3, damage: foe, amount: 1, by: player}
  - {at: 3.5, damage: foe, amount: 1, by: player}
  - {at: 7, destroy: foe, by: player}
  - {at: 7.5, set_global: nothing, to: -1}
expect:
";

/// Expectations, and what is the case instead where they are broken; empty for those that are kept.
#[rustfmt::skip]
const TABLE: &[(&str, &str)] = &[
    // When.
    ("by: 3, global: score, is: 8", ""),
    ("by: 2.99, global: score, is: 8", "score is 7"),
    ("at: 0, global: score, is: 7", ""),
    ("at: 3.2, global: score, is: 8", ""),
    ("at: 2.5, global: score, is: 8", "score is 7"),
    ("between: [2, 4], global: score, is: 9", ""),
    ("between: [0, 2], global: score, is: 9", "score is 7"),
    ("between: [4, end], global: score, is: 8", "score is 29"),
    ("never: true, global: score, is: 10", ""),
    ("never: true, global: score, is: 9", "score is 9"),
    ("never: [0, 3.2], global: score, is: 9", ""),
    ("never: [3.2, end], global: score, is: 9", "score is 9"),
    ("always: true, global: score, at_least: 7", ""),
    ("always: true, global: score, is: 7", "score is 8"),
    ("always: [0, 2.99], global: score, is: 7", ""),
    ("always: [5, 9], global: score, is: 7", "score is 29"),
    ("at_end: true, global: score, is: 29", ""),
    ("at_end: true, global: score, is: 7", "score is 29"),
    ("always: true, if: {ship: foe, is: disabled}, global: score, above: 8", ""),
    ("always: true, if: {ship: foe, is: targetable}, global: score, is: 7", "score is 8"),
    ("always: true, if: {global: score, is: 999}, ship: foe, is: made", "its `if` never came true, so nothing was tested"),
    ("never: true, if: {global: score, is: 999}, ship: foe, is: made", "its `if` never came true, so nothing was tested"),
    ("never: [4, end], if: {trigger: foe_shot}, global: score, is: 29", "its `if` never came true, so nothing was tested"),
    ("never: true, if: {trigger: foe_shot}, global: score, is: 29", "score is 29"),
    // Numbers.
    ("at_end: true, global: score, is_not: 29", "score is 29"),
    ("at_end: true, global: score, above: 28, below: 30", ""),
    ("at_end: true, global: score, above: 28, below: 29", "score is 29"),
    ("at_end: true, global: score, at_least: 30", "score is 29"),
    ("at_end: true, global: score, at_most: 28", "score is 29"),
    ("at_end: true, global: nothing, is: -1", ""),
    ("at_end: true, global: nothing, above: 1000", ""),
    ("at_end: true, global: nothing, below: 5", "nothing is 4294967295, which is -1 with a sign"),
    ("at_end: true, global: nothing, is: 5", "nothing is -1"),
    ("at_end: true, variable: mission_success, is: 3", ""),
    ("at_end: true, variable: 14, is: 2", "flag[mission_success] is 3"),
    ("at: 1, rating: failure", ""),
    ("at_end: true, rating: success", ""),
    ("at_end: true, rating: failure", "the rating is success"),
    // Objectives and the end.
    ("at: 1, objective: 0, is: current", ""),
    ("at_end: true, objective: 0, is: hidden", ""),
    ("always: true, objective: 1, is: listed", ""),
    ("at_end: true, objective: 1, is_not: listed", "objective 1 is listed"),
    ("at_end: true, ending: none", ""),
    ("at_end: true, ending: any", "the mission has not ended"),
    ("by: 5, ending: terminated", "the mission has not ended"),
    // What is counted.
    ("by: 4, trigger: foe_shot", ""),
    ("at_end: true, trigger: foe_shot, fires: 2", ""),
    ("at_end: true, trigger: foe_shot, fires: 3", "it has fired 2 times"),
    ("between: [3.2, 4], trigger: foe_shot, fires: 1", ""),
    ("between: [4, 9], trigger: foe_shot", "it has never fired since 0:04.00"),
    ("never: [4, end], trigger: foe_shot", ""),
    ("never: true, trigger: foe_shot, at_least: 2", "it has fired 2 times"),
    ("always: true, trigger: foe_shot, at_most: 1", "it has fired 2 times"),
    ("at_end: true, routine: tally, runs: 2", ""),
    ("at_end: true, routine: slowly, runs: 1", ""),
    ("at_end: true, routine: start, runs: 1", ""),
    ("at_end: true, routine: gone, runs: 1", ""),
    ("at_end: true, routine: failing, runs: 1", "it has never run"),
    ("by: 6, speech: HELLO", ""),
    ("by: 2, speech: hello", "it has never played"),
    ("at_end: true, music: calm.wav, plays: 1", ""),
    ("at_end: true, music: battle.wav", "it has never played"),
    ("by: 8, film: film01", ""),
    ("never: true, film: film01", "it has played once"),
    ("at_end: true, fault: any, comes: 0", ""),
    ("at_end: true, fault: failing", "a thread has never failed"),
    ("at_end: true, fault: {trigger: foe_shot}", "a thread has never failed"),
    ("never: true, gap: torpedo strikes", ""),
    ("at_end: true, gap: torpedo strikes", "it has never come"),
    // Ships.
    ("at: 0, ship: player, is: made", ""),
    ("always: true, ship: late, is_not: made", ""),
    ("by: 5, ship: late, is: made", "late is not made"),
    ("by: 7, ship: foe, is: destroyed", ""),
    ("at: 6.99, ship: foe, is: destroyed", "foe is not destroyed"),
    ("never: [7.5, end], ship: foe, is: destroyed", "foe is destroyed"),
    ("always: [8, 9], ship: foe, is: destroyed", ""),
    ("always: [8, 9], if: {ship: foe, is: destroyed}, global: score, is: 29", ""),
    ("always: [8, 9], if: {ship: foe, is_not: destroyed}, global: score, is: 29", "its `if` never came true, so nothing was tested"),
    ("between: [8, 9], ship: foe, is: destroyed", ""),
    ("at_end: true, ship: foe, is_not: destroyed", "foe is destroyed"),
    ("at: 5, ship: foe, is: disabled", ""),
    ("at: 1, ship: foe, is: disabled", "foe is not disabled"),
    ("at: 5, ship: friend, is: cloaked", ""),
    ("at: 1, ship: friend, is_not: cloaked", ""),
    ("at: 1, ship: foe, is: targetable", ""),
    ("at: 5, ship: foe, is_not: targetable", ""),
    ("at: 1, ship: foe, is: hostile", ""),
    ("at: 1, ship: player, is: hostile", "player is not hostile"),
    ("at: 1, ship: late, is: hostile", "late is not there"),
    ("at: 1, ship: player, is_not: hidden", ""),
    ("between: [7, 8], ship: foe, is: exploding", ""),
    ("at: 1, ship: foe, is: exploding", "foe is not exploding"),
    ("never: true, ship: player, is: docked", ""),
    ("by: 5, ship: player, is: launched", "player is not launched"),
    ("by: 5, ship: player, is: jumped_in", "player is not jumped_in"),
    ("at_end: true, ship: player, is: jumped_out", "player is not jumped_out"),
    ("at: 1, ship: foe, order: fly", ""),
    ("at: 1, ship: foe, has_order: fly", ""),
    ("at: 1, ship: foe, order: fight", "foe has the order fly"),
    ("at: 1, ship: late, has_order: fight", "late has no order"),
    ("at: 1, damage: friend, is: 0", ""),
    ("at: 1, damage: friend, above: 0", "the damage of friend is 0"),
    ("at: 1, damage: late, at_least: 0", "late is not there"),
    ("at: 0, distance: [player, friend], above: 4999.9, below: 5000.1", ""),
    ("at: 0, distance: [player, friend], below: 5000", "the distance is 5000.0"),
    ("at: 0, distance: [player, late], below: 1e9", "late is not there"),
];

#[test]
fn every_expectation_is_kept_or_broken_as_the_run_has_it() {
    let lines: Vec<_> = TABLE
        .iter()
        .map(|(it, _)| format!("  - {{{it}}}\n"))
        .collect();
    let verdict = play(&(HEAD.to_owned() + &lines.concat()));
    let said: Vec<_> = verdict
        .checks
        .iter()
        .filter(|it| it.position.is_some())
        .collect();
    assert_eq!(said.len(), TABLE.len(), "every input came");
    for ((expectation, wanted), (place, check)) in TABLE.iter().zip(said.iter().enumerate()) {
        assert_eq!(instead(check).unwrap_or_default(), *wanted, "{expectation}");
        let line = HEAD.lines().count() + place + 1;
        assert_eq!(
            check.position.map(|it| it.line),
            Some(line),
            "{expectation}"
        );
    }
}

/// How a single check of a short test went, by its words.
fn failed<'a>(verdict: &'a Verdict, what: &str) -> Option<&'a str> {
    let check = verdict.checks.iter().find(|it| it.what == what);
    instead(check.unwrap_or_else(|| panic!("{what}: {verdict:?}")))
}

#[test]
fn the_mission_may_be_over_early() {
    let verdict = play(
        "test: 1\nseconds: 60\ninputs: [{at: 5, run: ending}, {at: 8, jump_drive: true}]\nexpect:
  - {by: 10, ending: terminated}
  - {at: 30, ending: any}
  - {by: 30, global: score, is: 1000}
  - {always: [20, 30], ship: player, is: made}
  - {between: [20, end], ship: player, is: made}
  - {never: [20, 30], ship: player, is: made}
  - {always: [2, 30], ship: player, is: made}
",
    );
    assert!(verdict.over);
    assert_eq!(verdict.ended, Tick(500));
    let failures: Vec<_> = verdict.checks.iter().map(instead).collect();
    let before = Some("the run ended before 0:20.00, where the look begins");
    assert_eq!(
        failures,
        [
            Some("it did not come: the run ended before 0:08.00"),
            None,
            None,
            Some("score is 27"),
            before,
            before,
            None,
            None,
            None,
        ]
    );
}

#[test]
fn a_failing_thread_fails_the_test_unless_it_may() {
    let head = "test: 1\nseconds: 5\ninputs: [{at: 2, run: failing}]\n";
    let verdict = play(head);
    assert!(!verdict.passed());
    let lines = MISSION.lines();
    let line = 1 + lines.take_while(|it| !it.contains("1 / nothing")).count();
    let told = format!(
        "a thread fails in routine failing, line {line} of the mission: a number is divided by zero"
    );
    assert_eq!(failed(&verdict, "no thread fails"), Some(told.as_str()));
    let check = verdict
        .checks
        .iter()
        .find(|it| it.failure.is_some())
        .unwrap();
    let failure = check.failure.as_ref().unwrap();
    assert_eq!(failure.tick, Tick(200));
    assert!(
        failure.story.iter().any(|it| it.contains("A thread fails")),
        "{:?}",
        failure.story
    );
    let allowed = format!(
        "{head}faults: allowed\nexpect: [{{by: 2, fault: failing}}, {{never: true, fault: gone}}]\n"
    );
    assert!(play(&allowed).passed());
}

#[test]
fn gaps_pass_unless_none_may_be() {
    let bench = bench();
    let play = |text: &str| run(&bench, &read(&bench, text)).unwrap();
    let test = "test: 1\nseconds: 5\n";
    assert!(play(test).passed());
    // Which gaps there are is the preview's affair; the first one is told.
    let options = bench.options(&read(&bench, test).test.start);
    let mut simulation = runtime::Simulation::new(bench.image().clone(), options);
    simulation.advance(500);
    let first = simulation.trace().iter().find_map(|it| match &it.event {
        runtime::TraceEvent::Gap { name, .. } => Some((it.tick, name.clone())),
        _ => None,
    });
    let strict = play(&format!("{test}gaps: none\n"));
    let failure = strict.checks.iter().find_map(|it| it.failure.as_ref());
    assert_eq!(
        failure.map(|it| it.tick),
        first.as_ref().map(|(tick, _)| *tick)
    );
    if let (Some(failure), Some((_, name))) = (failure, first) {
        assert!(failure.instead.contains(&name), "{failure:?}");
    }
}

#[test]
fn the_same_test_goes_the_same_way() {
    let text = format!("{HEAD}  - {{at_end: true, global: score, is: 29}}\n");
    assert_eq!(play(&text), play(&text));
}

#[test]
fn coverage_tells_what_ran() {
    let bench = bench();
    let play = |text: &str| run(&bench, &read(&bench, text)).unwrap().coverage;
    let mut sum = play("test: 1\nseconds: 5\ninputs: [{at: 1, destroy: foe}]\n");
    let of = |counts: &[(model::RoutineId, u64)], id: &str| {
        counts.iter().find(|(own, _)| own.as_str() == id).unwrap().1
    };
    assert_eq!(of(&sum.routines, "tally"), 2);
    assert_eq!(of(&sum.routines, "gone"), 1);
    assert_eq!(of(&sum.routines, "failing"), 0);
    let fired: Vec<_> = sum.triggers.iter().map(|(_, many)| *many).collect();
    assert_eq!(fired, [0, 1]);
    sum.add(&play(
        "test: 1\nseconds: 1\ninputs: [{at: 0.5, damage: foe, amount: 1, by: player}]\n",
    ));
    let fired: Vec<_> = sum.triggers.iter().map(|(_, many)| *many).collect();
    assert_eq!(fired, [1, 1]);
    assert_eq!(of(&sum.routines, "start"), 2);
}
