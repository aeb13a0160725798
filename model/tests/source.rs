//! Sources: what is written reads back, and what is wrong is told with its line.

mod common;

use model::source::{Source, write};
use model::{Mission, Operand, Repeat, Run, Subject};
use proptest::prelude::*;

const MINIMAL: &str = include_str!("../../examples/minimal.mission.yaml");
const FIRST_SORTIE: &str = include_str!("../../examples/first-sortie.mission.yaml");
const EVERY: &str = include_str!("../../examples/every-construct.mission.yaml");

fn read(text: &str) -> Mission {
    match Source::read(text) {
        Ok(source) => source.mission,
        Err(problems) => {
            let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", told.join("\n"))
        }
    }
}

#[test]
fn the_examples_read_back() {
    for text in [MINIMAL, FIRST_SORTIE, EVERY] {
        let source = Source::read(text).unwrap();
        assert_eq!(
            source.save(&source.mission),
            text,
            "a save without an edit changes nothing"
        );
        let written = write(&source.mission, false);
        assert_eq!(read(&written), source.mission);
        assert_eq!(write(&read(&written), false), written);
    }
}

#[test]
fn every_field_is_read_as_what_it_means() {
    let mission = read(EVERY);
    let wingman = mission.ships.get("wingman").unwrap();
    assert_eq!(wingman.kind, 4);
    assert_eq!(
        wingman.pilot,
        Some(7),
        "Viper's number in the pilots' table"
    );
    assert_eq!(
        wingman.formation_point.as_ref().unwrap().point.as_str(),
        "left"
    );
    assert!(wingman.meta.editor.locked);
    assert_eq!(wingman.meta.editor.colour.as_deref(), Some("#4488FF"));
    let player = mission.ships.get("player").unwrap();
    assert_eq!(
        (player.kind, player.launch_from, player.launch_gate),
        (0, Some(0x0C), Some(0))
    );
    assert_eq!(
        (
            player.rotation.yaw,
            player.rotation.pitch,
            player.rotation.roll
        ),
        (90, -5, 15)
    );
    let station = mission.ships.get("station").unwrap();
    assert_eq!((station.name.as_ref(), station.object_id), (None, Some(40)));
    assert_eq!(station.meta.raw.0.get(&0x3E).unwrap(), &[2, 3]);
    assert_eq!(
        mission.ships.get("sabre_2").unwrap().name.as_deref(),
        Some("Sabre 2")
    );
    assert_eq!(
        mission.ships.get("cam_a").unwrap().name.as_deref(),
        Some("cam_a")
    );
    let bravo = mission.ships.get("bravo_1").unwrap();
    assert_eq!(
        bravo.position.to_array(),
        [12_000_000.0, -500.5, 98_765_432.0]
    );
    assert_eq!(
        bravo.meta.extra.0,
        [("x-colour".to_owned(), "[1, 2, {three: 4}]".to_owned())]
    );
    assert_eq!(mission.globals.get("ratio").unwrap().value, 0x40C0_0000);
    let shot = mission.triggers.get("on_shot_at").unwrap();
    assert_eq!(shot.repeat, Repeat::Counted { left: 3, refill: 5 });
    assert_eq!((shot.component, shot.deferred), (Some(3), 1));
    assert_eq!(shot.operands[0], Operand::AnyPlayer);
    assert_eq!(shot.operands[3], Operand::Ship(common::id("reliant")));
    let launched = mission.triggers.get("on_launched").unwrap();
    assert_eq!(launched.run, Run::Routine(common::id("shared_block")));
    assert_eq!(
        launched.subject,
        Some(Subject::FlightGroup(common::id("alpha")))
    );
    assert!(mission.routines.get("no_block").unwrap().body.is_none());
    assert!(!mission.routines.get("shared_block").unwrap().part);
    assert_eq!(
        mission.routines.get("with_arguments").unwrap().arguments,
        ["who", "many"]
    );
    // Every condition that may be authored is there.
    let mut conditions: Vec<u8> = mission.triggers.iter().map(|it| it.condition).collect();
    conditions.sort_unstable();
    conditions.dedup();
    assert_eq!(conditions, (0..=0x20).collect::<Vec<u8>>());
}

/// Text, then the line and column and a part of what is told.
const BROKEN: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "a mission source is a mapping"),
    ("[1, 2]", 1, 1, "a mission source is a mapping"),
    ("mission: {}", 1, 1, "needs `source`"),
    ("source: 2\n", 1, 9, "reads mission source 1"),
    ("source: 1\nshps: []\n", 2, 1, "did you mean `ships`"),
    ("source: 1\nships: 4\n", 2, 8, "`ships` is a list of ships"),
    (
        "source: 1\nships:\n  - kind: predator\n",
        3,
        5,
        "a ship needs `id`",
    ),
    (
        "source: 1\nships:\n  - {id: a}\n",
        3,
        6,
        "a ship needs `kind`",
    ),
    (
        "source: 1\nships:\n  - {id: 1st, kind: 0}\n",
        3,
        10,
        "is no id",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0}\n  - {id: a, kind: 1}\n",
        4,
        10,
        "another ship has the id `a`",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: predatr}\n",
        3,
        19,
        "did you mean `predator`",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 70000}\n",
        3,
        19,
        "from 0 to 65535",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0, pilot: nobody}\n",
        3,
        29,
        "no pilot `nobody`",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0, position: [1, 2]}\n",
        3,
        32,
        "three numbers",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0, position: [1, two, 3]}\n",
        3,
        36,
        "a number is wanted",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0, rotation: {yaw: 1.5}}\n",
        3,
        38,
        "a whole number from -32768",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0, rotation: {jaw: 1}}\n",
        3,
        33,
        "did you mean `yaw`",
    ),
    (
        "source: 1\nships:\n  - {id: a, kind: 0, raw: {0x16: \"0\"}}\n",
        3,
        34,
        "two hex digits",
    ),
    (
        "source: 1\nsquads:\n  - {id: q, members: [{ship: a, squad: b}]}\n",
        3,
        23,
        "one of `ship`, `flight_group`",
    ),
    (
        "source: 1\nflight_groups:\n  - {id: g, wing: 300}\n",
        3,
        19,
        "from 0 to 255",
    ),
    (
        "source: 1\ntriggers:\n  - {id: t, when: Destroyd}\n",
        3,
        19,
        "did you mean `Destroyed`",
    ),
    (
        "source: 1\ntriggers:\n  - {id: t, when: Destroyed, with: {Kiler: x}}\n",
        3,
        37,
        "is no value of this condition; it has Killer, Victim",
    ),
    (
        "source: 1\ntriggers:\n  - {id: t, when: Docked, with: {Killer: x}}\n",
        3,
        34,
        "brings no values",
    ),
    (
        "source: 1\ntriggers:\n  - {id: t, when: Docked, repeat: twice}\n",
        3,
        35,
        "`once`, `always` or",
    ),
    (
        "source: 1\ntriggers:\n  - {id: t, when: Docked, run: yield, routine: r}\n",
        3,
        48,
        "one of `run`, `routine`",
    ),
    (
        "source: 1\nships: [{id: x, kind: 0}]\nsquads: [{id: x}]\ntriggers:\n  - {id: t, when: \
         Destroyed, with: {Killer: x}}\n",
        5,
        45,
        "more than one record",
    ),
    (
        "source: 1\nroutines:\n  - {id: r, start: yes}\n",
        3,
        20,
        "`true` or `false`",
    ),
    (
        "source: 1\nroutines:\n  - {id: r, style: fast, run: x}\n",
        3,
        20,
        "`shipped` or `rules`",
    ),
    (
        "source: 1\nsections: {ships: AAAA}\n",
        2,
        12,
        "none of the undecoded sections",
    ),
    (
        "source: 1\nsections: {operands_b: \"!\"}\n",
        2,
        24,
        "base 64",
    ),
    ("source: 1\nresidue: AAAA\n", 2, 10, "damaged"),
    (
        "source: 1\nobjects: [{raw: {}}]\n",
        2,
        12,
        "an object needs `id`",
    ),
    ("source: 1\nsource: 1\n", 2, 1, "stands twice"),
    ("source: 1\nships: [\n", 2, 8, "unclosed"),
    ("source: 1\n\tships: []\n", 1, 9, "found a tab"),
    (
        "source: &a 1\n",
        1,
        12,
        "anchors and aliases have no meaning",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let mut wrong = Vec::new();
    for (text, line, column, part) in BROKEN {
        let problems = match Source::read(text) {
            Ok(source) => panic!("{text:?} was read as {:?}", source.mission),
            Err(problems) => problems,
        };
        let told = problems[0].to_string();
        if !told.contains(part) || !told.starts_with(&format!("line {line}, column {column}: ")) {
            wrong.push(format!("{text:?}\n  {line}:{column} {part:?}\n  {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_problems_are_told_at_once() {
    let text = "source: 1\nships:\n  - {id: a, kind: x}\n  - {kind: 0}\nroutines: 5\n";
    let problems = Source::read(text).unwrap_err();
    let lines: Vec<_> = problems.iter().map(|it| it.position.line).collect();
    assert_eq!(lines, [3, 4, 5]);
}

proptest! {
    #[test]
    fn what_is_written_reads_back(mission in common::any_mission()) {
        let text = write(&mission, false);
        let source = Source::read(&text)
            .map_err(|problems| TestCaseError::fail(format!("{}\n{text}", problems[0])))?;
        prop_assert_eq!(&source.mission, &mission, "{}", text);
        prop_assert_eq!(source.save(&mission), text);
    }

    #[test]
    fn a_save_means_the_new_mission(old in common::any_mission(), new in common::any_mission()) {
        let source = Source::read(&write(&old, false)).unwrap();
        let text = source.save(&new);
        let again = Source::read(&text)
            .map_err(|problems| TestCaseError::fail(format!("{}\n{text}", problems[0])))?;
        prop_assert_eq!(again.mission, new, "{}", text);
    }

    #[test]
    fn no_text_ends_the_reader(text in "\\PC{0,200}") {
        let _ = Source::read(&text);
        let _ = Source::read(&format!("source: 1\nships:\n  - {text}\n"));
    }
}
