//! The rules of the script machine (script-vm), each named by the tests that hold the runtime to it.
//!
//! A test bears the numbers of its rules in its name, as `v7_...` or `v84_v86_...` do. Command n is
//! rule V(200 + n).

use std::collections::BTreeSet;

const TESTS: [&str; 15] = [
    include_str!("../src/commands/player.rs"),
    include_str!("commands.rs"),
    include_str!("director.rs"),
    include_str!("events.rs"),
    include_str!("every_command.rs"),
    include_str!("frame.rs"),
    include_str!("hold/steps.rs"),
    include_str!("hold/stills.rs"),
    include_str!("hostile.rs"),
    include_str!("interpreter.rs"),
    include_str!("orders.rs"),
    include_str!("start.rs"),
    include_str!("threads.rs"),
    include_str!("timers.rs"),
    include_str!("triggers.rs"),
];

/// Runs of rule numbers, both ends included; between them there are no rules.
const RULES: [(u16, u16); 21] = [
    (1, 7),
    (9, 14),
    (30, 37),
    (39, 41),
    (43, 59),
    (61, 68),
    (70, 70),
    (80, 107),
    (110, 110),
    (120, 121),
    (123, 124),
    (126, 130),
    (132, 147),
    (150, 185),
    (188, 188),
    (190, 190),
    (200, 294),
    (300, 305),
    (320, 332),
    (334, 335),
    (360, 372),
];

fn rules() -> BTreeSet<u16> {
    RULES.iter().flat_map(|(from, to)| *from..=*to).collect()
}

/// The rules that the tests' names bear.
fn named() -> BTreeSet<u16> {
    let lines = TESTS.iter().flat_map(|text| text.lines());
    let names = lines.filter_map(|line| line.trim_start().strip_prefix("fn ")?.split('(').next());
    names
        .flat_map(|name| name.split('_'))
        .filter_map(|part| part.strip_prefix('v')?.parse().ok())
        .collect()
}

#[test]
fn there_are_271_rules() {
    assert_eq!(rules().len(), 271);
}

#[test]
fn every_rule_has_a_test() {
    let (rules, named) = (rules(), named());
    let without: Vec<_> = rules.difference(&named).collect();
    assert_eq!(without, [&0; 0], "no test names these rules");
    let unknown: Vec<_> = named.difference(&rules).collect();
    assert_eq!(unknown, [&0; 0], "these are no rules");
}
