//! The checks: each finds what it is for, says where, and mends it.

use std::collections::BTreeSet;

use model::diagnostic::{Diagnostic, Severity};
use model::source::Source;
use model::validate::{CHECKS, check};
use model::{Mission, ShipChange};

/// A mission that nothing is wrong with, but for what `more` adds or changes.
fn mission(more: &str) -> Mission {
    let base = "\
source: 1
flight_groups:
  - {id: alpha, wing: player}
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
";
    // A later key takes the place of the base's.
    let replaced: Vec<&str> = more
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(':').next())
        .collect();
    let mut text = String::new();
    let mut keep = true;
    for line in base.lines() {
        if !line.starts_with(' ') {
            keep = !line
                .split(':')
                .next()
                .is_some_and(|key| replaced.contains(&key));
        }
        if keep {
            text.push_str(line);
            text.push('\n');
        }
    }
    let text = format!("{text}{more}");
    match Source::read(&text) {
        Ok(source) => source.mission,
        Err(problems) => panic!("{}\n{text}", problems[0]),
    }
}

fn found(more: &str) -> Vec<Diagnostic> {
    check(&mission(more))
}

#[test]
fn the_base_is_without_fault() {
    assert_eq!(found(""), []);
}

/// What is added to a faultless mission, the check that finds it, its severity, the record and field,
/// and a part of what it says.
type Case = (
    &'static str,
    &'static str,
    Severity,
    &'static str,
    Option<&'static str>,
    &'static str,
);

const CASES: &[Case] = &[
    (
        "ships: []\n",
        "no-player",
        Severity::Error,
        "",
        None,
        "its first is the player's",
    ),
    (
        "ships:\n  - {id: n, kind: nav_point, flight_group: alpha}\n",
        "no-player",
        Severity::Error,
        "ship n",
        Some("kind"),
        "this is a nav point; move a ship to the top",
    ),
    (
        "routines:\n  - {id: start, run: CreateFlightGroup(alpha)}\n  - {id: other, start: false, run: call start}\n",
        "start-part",
        Severity::Warning,
        "",
        None,
        "nothing is ever made",
    ),
    (
        "routines:\n  - {id: a, start: true, run: CreateFlightGroup(alpha)}\n  - {id: b, start: true, run: yield}\n",
        "start-part",
        Severity::Warning,
        "routine b",
        Some("start"),
        "a starts with the mission too",
    ),
    (
        "routines:\n  - {id: a, start: true, run: null}\n  - {id: b, start: false, run: CreateFlightGroup(alpha)}\n",
        "start-part",
        Severity::Warning,
        "routine a",
        Some("start"),
        "no code that can run",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: x, kind: 998, flight_group: alpha}\n",
        "kind",
        Severity::Warning,
        "ship x",
        Some("kind"),
        "no ship type and no marker",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, rotation: {yaw: 400}}\n",
        "placement",
        Severity::Warning,
        "ship player",
        Some("rotation"),
        "-360 to 360",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, position: [.nan, 0, 0]}\n",
        "placement",
        Severity::Error,
        "ship player",
        Some("position"),
        "not a number",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: x, kind: 0}\n",
        "never-made",
        Severity::Warning,
        "ship x",
        Some("flight_group"),
        "in no flight group",
    ),
    (
        "flight_groups:\n  - {id: alpha, wing: player}\n  - {id: b}\nships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: x, kind: 0, flight_group: b}\n",
        "never-made",
        Severity::Warning,
        "flight group b",
        None,
        "call CreateFlightGroup",
    ),
    (
        "flight_groups:\n  - {id: alpha, wing: 3}\n",
        "wing",
        Severity::Warning,
        "flight group alpha",
        Some("wing"),
        "no wing 3",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, launch: {gate: 1}}\n",
        "launch",
        Severity::Warning,
        "ship player",
        Some("launch"),
        "no kind of ship to launch from",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, launch: {from: reliant, gate: 1}}\n",
        "launch",
        Severity::Warning,
        "ship player",
        Some("launch"),
        "the mission has no Reliant",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: w, kind: waypoint}\n",
        "waypoint-route",
        Severity::Warning,
        "ship w",
        Some("flight_group"),
        "no route has it",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: c, kind: curve_point}\n  - {id: m, kind: point, marks: {curve: arc}}\ncurves:\n  - {id: arc, start: c, end: c, leaving: c, arriving: c}\n",
        "curve-mark",
        Severity::Warning,
        "ship m",
        Some("marks"),
        "never reached",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: c, kind: curve_point}\ncurves:\n  - {id: arc, start: player, leaving: c, arriving: c}\n",
        "curve-points",
        Severity::Warning,
        "curve arc",
        Some("start"),
        "player is no curve point",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha}\n  - {id: c, kind: curve_point}\n  - {id: d, kind: curve_point}\ncurves:\n  - {id: a, start: c, end: d, leaving: c, arriving: d}\n  - {id: b, start: d, end: c, leaving: c, arriving: d}\n",
        "curve-ring",
        Severity::Warning,
        "curve a",
        Some("end"),
        "comes back to a",
    ),
    (
        "formations:\n  - {id: f, points: [{id: p, at: [1, 0, 0]}]}\n",
        "formation-leader",
        Severity::Warning,
        "formation f",
        Some("points"),
        "add one at [0, 0, 0]",
    ),
    (
        "squads:\n  - {id: q, members: [{squad: r}]}\n  - {id: r, members: [{squad: q}]}\n",
        "squad-circle",
        Severity::Error,
        "squad q",
        Some("members"),
        "holds itself",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, object_id: 3}\nflight_groups:\n  - {id: alpha, wing: player, object_id: 3}\n",
        "shared-object-id",
        Severity::Warning,
        "flight group alpha",
        Some("object_id"),
        "object ID 3 is ship player's too",
    ),
    (
        "triggers:\n  - {id: t, on: {flight_group: alpha}, when: Docked, run: yield}\n",
        "condition-subject",
        Severity::Warning,
        "trigger t",
        Some("on"),
        "Docked never comes to a flight group",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: 99, run: yield}\n",
        "condition-subject",
        Severity::Error,
        "trigger t",
        Some("when"),
        "no condition 99",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: 0x21, run: yield}\n",
        "condition-subject",
        Severity::Warning,
        "trigger t",
        Some("when"),
        "the engine's own",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, component: 2, when: Docked, run: yield}\n",
        "condition-subject",
        Severity::Warning,
        "trigger t",
        Some("component"),
        "only ShotAt and Destroyed",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: Destroyed, with: {Killer: 0x00020001}, run: yield}\n",
        "operand",
        Severity::Error,
        "trigger t",
        Some("with"),
        "stops the game",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: ShotAt, with: {Weapon_Fired: 3}, run: yield}\n",
        "operand",
        Severity::Warning,
        "trigger t",
        Some("with"),
        "never says which weapon",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: ShotAt, with: {Hull_Damage: 3}, run: yield}\n",
        "operand",
        Severity::Warning,
        "trigger t",
        Some("with"),
        "never compares Hull Damage",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: Proximity, run: yield}\n",
        "operand",
        Severity::Warning,
        "trigger t",
        Some("with"),
        "without a distance",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: Docked, with: {3: 5}, run: yield}\n",
        "operand",
        Severity::Warning,
        "trigger t",
        Some("with"),
        "brings no value 3",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: Docked, repeat: {count: 0}, run: yield}\n",
        "repeat",
        Severity::Warning,
        "trigger t",
        Some("repeat"),
        "fires once all the same",
    ),
    (
        "triggers:\n  - {id: t, when: Docked, run: yield}\n",
        "trigger-idle",
        Severity::Hint,
        "trigger t",
        None,
        "no subject",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: Docked}\n",
        "trigger-idle",
        Severity::Hint,
        "trigger t",
        None,
        "runs nothing",
    ),
    (
        "routines:\n  - {id: start, start: true, run: CreateFlightGroup(alpha)}\n  - {id: lost, run: call lost}\n",
        "routine-unused",
        Severity::Hint,
        "routine lost",
        None,
        "nobody runs this routine",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, raw: {0x18: \"05\"}}\n",
        "raw-over-known",
        Severity::Warning,
        "ship player",
        Some("raw"),
        "raw bytes lie over kind",
    ),
    (
        "ships:\n  - {id: player, kind: 0, flight_group: alpha, raw: {0x4A: \"01 02 03\"}}\n",
        "raw-over-known",
        Severity::Warning,
        "ship player",
        Some("raw"),
        "past the record's 76 bytes",
    ),
    (
        "triggers:\n  - {id: t, when: Destroyed, run: \"xyzzy(1)\"}\n",
        "unused-text",
        Severity::Warning,
        "trigger t",
        Some("run"),
        "no command of the game",
    ),
    (
        "mission: {number: 36}\ntriggers:\n  - {id: t, on: {ship: player}, when: Destroyed, \
         run: \"SetObjective(0, 2)\"}\n",
        "objectives",
        Severity::Warning,
        "trigger t",
        Some("run"),
        "1 to 35",
    ),
    (
        "globals:\n  - {id: g}\nroutines:\n  - {id: start, start: true, run: \
         \"CreateFlightGroup(alpha)\\ncall half\"}\n  - {id: half, run: \"g = percent(g, 50)\"}\n",
        "percent-called",
        Severity::Warning,
        "routine half",
        Some("run"),
        "never comes back",
    ),
    (
        "globals:\n  - {id: g}\nroutines:\n  - {id: start, start: true, run: \
         \"CreateFlightGroup(alpha)\\ncall routine:half\"}\n  - {id: half, run: \"g = percent(g, 50)\"}\n",
        "percent-called",
        Severity::Warning,
        "routine half",
        Some("run"),
        "never comes back",
    ),
    (
        "flight_groups:\n  - {id: alpha, wing: player}\n  - {id: foes}\nships:\n  - {id: player, kind: \
         predator, flight_group: alpha, position: [0, 0, 0]}\n  - {id: foe, kind: 1, flight_group: \
         foes}\ntriggers:\n  - {id: t, on: {flight_group: foes}, when: Destroyed, run: \
         \"SetHostile(foes, true)\"}\n",
        "never-made",
        Severity::Warning,
        "flight group foes",
        None,
        "no routine makes this flight group",
    ),
    (
        "routines:\n  - {id: start, start: true, run: \"CreateFlightGroup(alpha)\\nasm:\\n    \
         push_string hex 41 42\\n    command PrintDebugMessage\\n\"}\n",
        "script-fault",
        Severity::Warning,
        "routine start",
        Some("run"),
        "without a NUL",
    ),
    (
        "triggers:\n  - {id: t, on: {ship: player}, when: Destroyed, link: 7}\n",
        "trigger-idle",
        Severity::Warning,
        "trigger t",
        Some("link"),
        "word 7 of the script",
    ),
];

#[test]
fn each_check_finds_what_it_is_for() {
    let mut wrong = Vec::new();
    for (more, code, severity, record, field, part) in CASES {
        let all = found(more);
        let hit = all
            .iter()
            .find(|it| it.code == *code && it.message.contains(part));
        let fits = hit.is_some_and(|it| {
            it.severity == *severity
                && it
                    .place
                    .record
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default()
                    == *record
                && it.place.field == *field
        });
        if !fits {
            let told: Vec<_> = all.iter().map(ToString::to_string).collect();
            wrong.push(format!(
                "{more}  wanted {code} {severity} {record} {field:?}\n  {told:#?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_check_has_a_case() {
    // These need more records than a line holds; they have tests of their own below.
    let elsewhere = ["object-slots", "trigger-index"];
    let cases: BTreeSet<&str> = CASES.iter().map(|case| case.1).chain(elsewhere).collect();
    for it in CHECKS {
        assert!(cases.contains(it.code), "{}", it.code);
        assert!(it.about.ends_with('.'), "{}", it.code);
    }
    assert!(CHECKS.len() >= 12);
}

#[test]
fn a_fix_mends_what_it_is_offered_for() {
    for (more, code, ..) in CASES {
        let mission = mission(more);
        for diagnostic in check(&mission).iter().filter(|it| it.code == *code) {
            for fix in &diagnostic.fixes {
                let mut mended = mission.clone();
                mended.apply(fix.edit.clone()).unwrap();
                let still = check(&mended)
                    .iter()
                    .filter(|it| {
                        it.code == *code
                            && it.place == diagnostic.place
                            && it.message == diagnostic.message
                    })
                    .count();
                assert_eq!(still, 0, "{}: {}\n{more}", fix.title, diagnostic.message);
            }
        }
    }
}

#[test]
fn a_marker_on_top_gives_way_to_the_first_ship_that_can_be_flown() {
    let mut mission = mission(
        "ships:\n  - {id: n, kind: nav_point, flight_group: alpha}\n  - {id: base, kind: reliant, \
         flight_group: alpha}\n  - {id: me, kind: predator, flight_group: alpha}\n",
    );
    let told = check(&mission);
    let fix = told
        .iter()
        .find(|it| it.code == "no-player")
        .and_then(|it| it.fixes.first())
        .unwrap();
    assert_eq!(fix.title, "Move me to the top");
    mission.apply(fix.edit.clone()).unwrap();
    let order: Vec<&str> = mission.ships.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(order, ["me", "n", "base"]);
}

#[test]
fn ships_past_the_objects_are_told() {
    let mut mission = mission("");
    for n in 1..=399 {
        let id = model::ShipId::new(&format!("s{n}")).unwrap();
        let mut ship = model::Ship::new(id.clone());
        ship.flight_group = Some(model::FlightGroupId::new("alpha").unwrap());
        mission.ships.push(ship);
    }
    assert!(check(&mission).iter().any(|it| it.code == "object-slots"));
    assert!(
        check(&mission).iter().any(|it| it.code == "limits"),
        "a group holds 255"
    );
}

#[test]
fn triggers_past_the_threads_memory_are_told() {
    let mut mission = mission("");
    for n in 0..256 {
        let mut trigger = model::Trigger::new(model::TriggerId::new(&format!("t{n}")).unwrap());
        trigger.subject = Some(model::Subject::Ship(model::ShipId::new("player").unwrap()));
        mission.triggers.push(trigger);
    }
    let all = check(&mission);
    assert!(all.iter().any(|it| it.code == "trigger-index"));
    assert!(
        all.iter().any(|it| it.message.contains("256th trigger")),
        "255 an object"
    );
}

#[test]
fn names_that_the_game_cannot_hold_are_told_by_their_letter() {
    let mut mission = mission("");
    let id = mission.ships.at(0).unwrap().id.clone();
    mission
        .apply(model::edit::Edit::change(
            &id,
            ShipChange::Name(Some("Łódź".to_owned())),
        ))
        .unwrap();
    let all = check(&mission);
    let told = all.iter().find(|it| it.code == "name-text").unwrap();
    assert_eq!(told.severity, Severity::Error);
    assert!(told.message.contains('Ł'), "{told}");
}

/// A source with all that can be wrong with it still compiles as far as it can, and is told whole.
#[test]
fn mistakes_do_not_hide_one_another() {
    let all = found(
        "triggers:\n  - {id: t, on: {ship: nobody}, when: Docked, with: {0: ship:gone}, run: \"call \
         nowhere\"}\nroutines:\n  - {id: start, start: true, run: \"CreateFlightGroup(alpha)\\nWat(3)\\nif \
         :\\n    yield\"}\n",
    );
    let codes: BTreeSet<&str> = all.iter().map(|it| it.code).collect();
    assert!(codes.contains("dangling-reference"), "{codes:?}");
    assert!(
        codes
            .iter()
            .filter(|code| code.starts_with("script-"))
            .count()
            >= 2,
        "{codes:?}"
    );
}

#[test]
fn a_group_made_inside_an_expression_is_made() {
    let told = found(
        "routines:\n  - {id: start, start: true, run: \"if CreateFlightGroup(alpha) == 1:\\n    \
         pass\"}\n",
    );
    assert!(told.iter().all(|it| it.code != "never-made"), "{told:#?}");
}
