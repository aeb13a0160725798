//! What is wrong with a test's text, with its place and the way out.

use editor_app::mission_test::TestSource;

use crate::small::bench;

/// A problem's line, its column and a word of it.
type Wanted = (usize, usize, &'static str);

/// Texts, and the problems of each.
#[rustfmt::skip]
const TABLE: &[(&str, &[Wanted])] = &[
    ("", &[(1, 1, "a mission test is a mapping")]),
    ("test: [\n", &[(1, 7, "unclosed")]),
    ("test: &a 1\n", &[(1, 10, "anchors and aliases have no meaning here")]),
    ("test: 1\nmission: [a]\n", &[(2, 10, "text is wanted here, not a list")]),
    ("test: 2\n", &[(1, 7, "mission test 1")]),
    ("name: a\n", &[(1, 1, "needs `test`")]),
    ("test: 1\nsed: 1\n", &[(2, 1, "`seed`")]),
    ("test: 1\nseed: -1\n", &[(2, 7, "from 0 to 4294967295")]),
    ("test: 1\nseed: 1\nseed: 2\n", &[(3, 1, "twice")]),
    ("test: 1\npilot: figt\n", &[(2, 8, "`fight`")]),
    ("test: 1\npilot: none of these\n", &[(2, 8, "hold, route, fight")]),
    ("test: 1\nseconds: 1.234\n", &[(2, 10, "between two ticks")]),
    ("test: 1\nseconds: 1:75\n", &[(2, 10, "no time")]),
    ("test: 1\nplayers: 0\n", &[(2, 10, "1 to 8")]),
    ("test: 1\nplayer_kind: predatr\n", &[(2, 14, "`predator`")]),
    ("test: 1\nvariables: {ghost_aliv: 0}\n", &[(2, 13, "`ghost_alive`")]),
    ("test: 1\nvariables: {14: 1, mission_success: 2}\n", &[(2, 20, "twice")]),
    ("test: 1\nfaults: perhaps\n", &[(2, 9, "none, allowed")]),
    ("test: 1\ntraining: yes\n", &[(2, 11, "`true`")]),
    ("test: 1\nexpect: 5\n", &[(2, 9, "a list")]),
    // Expectations.
    ("test: 1\nexpect: [5]\n", &[(2, 10, "an expectation is a mapping")]),
    ("test: 1\nexpect: [{by: 5}]\n", &[(2, 10, "needs one of the keys global")]),
    ("test: 1\nexpect: [{by: 5, globl: score, is: 1}]\n", &[(2, 18, "`global`")]),
    ("test: 1\nexpect: [{by: 5, global: scor, is: 1}]\n", &[(2, 26, "`score`")]),
    ("test: 1\nexpect: [{by: 5, global: score}]\n", &[(2, 10, "is, is_not, above")]),
    ("test: 1\nexpect: [{by: 5, global: score, is: many}]\n", &[(2, 37, "whole number")]),
    ("test: 1\nexpect: [{by: 5, global: score, fires: 1}]\n", &[(2, 33, "`fires`"), (2, 10, "one or more")]),
    ("test: 1\nexpect: [{global: score, is: 1}]\n", &[(2, 10, "one of by, at, between")]),
    ("test: 1\nexpect: [{by: 5, at: 6, global: score, is: 1}]\n", &[(2, 10, "one of by, at")]),
    ("test: 1\nexpect: [{by: soon, global: score, is: 1}]\n", &[(2, 15, "no time")]),
    ("test: 1\nexpect: [{never: 5, global: score, is: 1}]\n", &[(2, 18, "[from, until]")]),
    ("test: 1\nexpect: [{between: [5, 4], global: score, is: 1}]\n", &[(2, 20, "ends before it begins")]),
    ("test: 1\nseconds: 5\nexpect: [{by: 6, global: score, is: 1}]\n", &[(3, 10, "more `seconds`")]),
    ("test: 1\nexpect: [{by: 5, trigger: foe_shot, fires: 0}]\n", &[(2, 10, "cannot fail")]),
    ("test: 1\nexpect: [{by: 5, ship: foe, is_not: destroyed}]\n", &[(2, 10, "cannot fail")]),
    ("test: 1\nexpect: [{by: 5, ship: foe, is: destroid}]\n", &[(2, 33, "`destroyed`")]),
    ("test: 1\nexpect: [{by: 5, ship: foe}]\n", &[(2, 10, "`has_order`")]),
    ("test: 1\nexpect: [{by: 5, ship: foe, order: figt}]\n", &[(2, 36, "`fight`")]),
    ("test: 1\nexpect: [{by: 5, objective: 10, is: current}]\n", &[(2, 29, "0 to 9")]),
    ("test: 1\nexpect: [{by: 5, objective: 1, is: done}]\n", &[(2, 36, "hidden, listed, current")]),
    ("test: 1\nexpect: [{by: 5, ending: over, rating: success}]\n", &[(2, 10, "`ending` and `rating`")]),
    ("test: 1\nexpect: [{by: 5, speech: helo}]\n", &[(2, 26, "\"hello\"")]),
    ("test: 1\nexpect: [{by: 5, distance: foe, below: 5}]\n", &[(2, 28, "two ships")]),
    ("test: 1\nexpect: [{by: 5, distance: [foe, player], below: .inf}]\n", &[(2, 50, "a number")]),
    ("test: 1\nexpect: [{by: 5, gap: comand StartMissileCam}]\n", &[(2, 23, "did you mean `command StartMissileCam`?")]),
    ("test: 1\nexpect: [{by: 5, gap: StartMissileCam}]\n", &[(2, 23, "did you mean `command StartMissileCam`?")]),
    ("test: 1\nexpect: [{by: 5, gap: nothing of the kind}]\n", &[(2, 23, "there is no gap")]),
    ("test: 1\nexpect: [{by: 5, global: score, below: 0}]\n", &[(2, 40, "no number is below 0")]),
    ("test: 1\nexpect: [{by: 5, global: score, above: -1}]\n", &[(2, 40, "this would be 4294967295")]),
    ("test: 1\nexpect: [{by: 5, global: score, at_most: -5}]\n", &[(2, 42, "this would be 4294967291")]),
    ("test: 1\nexpect: [{by: 5, variable: 14, above: 0xFFFFFFFF}]\n", &[(2, 39, "no number is above")]),
    ("test: 1\nexpect: [{by: 5, trigger: foe_shot, below: 0}]\n", &[(2, 44, "no number is below 0")]),
    ("test: 1\nexpect: [{by: 5, fault: failling}]\n", &[(2, 25, "`failing`")]),
    ("test: 1\nexpect: [{by: 5, if: {global: score, is: 1}, ship: foe, is: made}]\n", &[(2, 22, "`never` and `always`")]),
    ("test: 1\nexpect: [{never: true, if: {globl: score, is: 1}, ship: foe, is: made}]\n", &[(2, 29, "`global`")]),
    // Inputs.
    ("test: 1\ninputs: [{at: 5}]\n", &[(2, 10, "needs one of the keys jump_drive")]),
    ("test: 1\ninputs: [{jump_drive: true}]\n", &[(2, 10, "one of at, when")]),
    ("test: 1\ninputs: [{at: 0, jump_drive: true}]\n", &[(2, 15, "0.01")]),
    ("test: 1\ninputs: [{at: 1, after: 2, jump_drive: true}]\n", &[(2, 25, "`when`")]),
    ("test: 1\ninputs: [{at: 1, jump_drive: no}]\n", &[(2, 30, "`true`")]),
    ("test: 1\ninputs: [{when: {global: scor, is: 1}, jump_drive: true}]\n", &[(2, 26, "`score`")]),
    ("test: 1\ninputs: [{when: {by: 5, global: score, is: 1}, jump_drive: true}]\n", &[(2, 18, "`by`")]),
    ("test: 1\ninputs: [{at: 1, destroy: fo}]\n", &[(2, 27, "no ship `fo`; did you mean `foe`?")]),
    ("test: 1\ninputs: [{at: 1, destroy: foe, with: player}]\n", &[(2, 32, "`with`")]),
    ("test: 1\ninputs: [{at: 1, damage: foe}]\n", &[(2, 11, "needs `amount`")]),
    ("test: 1\ninputs: [{at: 1, move: foe, to: [1, 2]}]\n", &[(2, 33, "three numbers")]),
    ("test: 1\ninputs: [{at: 1, raise: ShotAtt, on: foe}]\n", &[(2, 25, "`ShotAt`")]),
    ("test: 1\ninputs: [{at: 1, raise: ShotAt}]\n", &[(2, 11, "needs `on`")]),
    ("test: 1\ninputs: [{at: 1, raise: ShotAt, on: foe, with: {Killer: foe}}]\n", &[(2, 49, "Attacker, Shield_Damage")]),
    ("test: 1\ninputs: [{at: 1, raise: ShotAt, on: foe, with: {Attacker: foe, 0: foe}}]\n", &[(2, 64, "twice")]),
    ("test: 1\ninputs: [{at: 1, raise: ShotAt, on: {ship: foe, squad: all}}]\n", &[(2, 37, "a subject is one of")]),
    ("test: 1\ninputs: [{at: 1, give_order: fly, to: foe, target: {waypoint: 1, component: 2}}]\n", &[(2, 52, "a target is one of")]),
    ("test: 1\ninputs: [{at: 1, step: 1, jump_drive: true}]\n", &[(2, 24, "`set_global` and `set_variable`")]),
    ("test: 1\ninputs: [{at: 1, step: 0, set_global: score, to: 1}]\n", &[(2, 24, "counted from 1")]),
    ("test: 1\ninputs: [{at: 1, step: 10000001, set_global: score, to: 1}]\n", &[(2, 24, "up to 10000000")]),
    ("test: 1\ninputs: [{at: 1, run: gone}]\n", &[(2, 23, "no part")]),
    ("test: 1\nseconds: 5\ninputs: [{at: 6, jump_drive: true}]\n", &[(3, 10, "more `seconds`")]),
];

fn problems(text: &str) -> Vec<(usize, usize, String)> {
    let bench = bench();
    let problems = match TestSource::parse(text) {
        Ok(source) => source.read(bench.mission()).err().unwrap_or_default(),
        Err(problem) => vec![problem],
    };
    let told = problems.into_iter();
    told.map(|it| (it.position.line, it.position.column, it.message))
        .collect()
}

#[test]
fn every_problem_is_told_with_its_place() {
    let mut wrong = Vec::new();
    for (text, wanted) in TABLE {
        let told = problems(text);
        let mut wanted = wanted.to_vec();
        wanted.sort_by_key(|(line, column, _)| (*line, *column));
        let same = told.len() == wanted.len()
            && told.iter().zip(&wanted).all(|(told, wanted)| {
                (told.0, told.1) == (wanted.0, wanted.1) && told.2.contains(wanted.2)
            });
        if !same {
            wrong.push(format!("{text}\n=> {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

#[test]
fn all_problems_come_at_once_in_the_order_of_the_text() {
    let told = problems(
        "test: 1\nseed: x\npilot: nobody\ninputs:\n  - {at: 1, destroy: nobody, by: noone}\nexpect:\n  \
         - {by: x, global: nobody, is: x}\n",
    );
    let places: Vec<_> = told
        .iter()
        .map(|(line, column, _)| (*line, *column))
        .collect();
    assert_eq!(
        places,
        [(2, 7), (3, 8), (5, 22), (5, 34), (7, 10), (7, 21), (7, 33)]
    );
}
