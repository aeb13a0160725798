//! The worked examples of the format's and the rules text's own sheets, byte for byte.

use model::{CodeStyle, Collection, Global, GlobalId, Mission, Trigger, TriggerId};

use crate::fixture::{Fixture, fixture, group, hex, record, routine, ship, shown};

/// The mission of the rules text's samples (interop 5).
fn samples() -> Fixture {
    let mut mission = Mission::default();
    for (id, name) in [
        ("lead", "Lead"),
        ("freighter", "Freighter"),
        ("wolf_1", "Wolf 1"),
    ] {
        mission.ships.push(ship(id, name));
    }
    for (id, name) in [("escort", "Escort"), ("wolves", "Wolves")] {
        mission.flight_groups.push(group(id, name));
    }
    mission.routines.push(routine("start", "(F)Start", &[]));
    mission.routines.push(routine("chatter", "Chatter", &[]));
    for id in ["shot", "alarm", "jumped"] {
        mission
            .triggers
            .push(Trigger::new(TriggerId::new(id).unwrap()));
    }
    Fixture::new(mission)
}

/// interop 5, the bodies of its five samples as they stand there, and their bytes.
const RULES: [(&str, &str, &str); 5] = [
    (
        "start",
        r#"        CreateFlightGroup("Escort")
        SetHostile("Wolves", true)
        SetAI("Wolves", 10, true, "Lead")
"#,
        "1C 00 2D 00 21 03 2D 01 28 00 21 36 2D 01 28 01 28 00 2C 00 21 0B 32 01 43 00 00 00 | \
         01 00 00 00 0A 00 00 00",
    ),
    (
        "shot",
        r#"        if flag[40] < 2:
            flag[40] += 1
        else:
            flag[mission_over] = 1
"#,
        "1C 00 26 28 32 02 06 23 00 0A 3F 28 32 01 17 42 00 07 3F 09 28 00 16 32 01 43 00 00 | \
         01 00 00 00 00 00 00 00",
    ),
    (
        "chatter",
        r#"        either:
            PlayMusic("a.wav", false)
        or:
            Wait(5)
        or:
            flag[41] = -1
"#,
        "30 00 51 02 00 22 00 0C 21 00 00 1B 42 00 2A 07 61 2E 77 61 76 00 28 00 21 23 42 00 11 \
         28 01 21 05 42 00 0A 3F 29 28 02 16 42 00 02 32 01 43 00 | \
         00 00 00 00 05 00 00 00 FF FF FF FF 00 00 00 00",
    ),
    (
        "alarm",
        r#"        SetPlayerTarget("Lead", "Freighter".component(3))
        CreateTimer(7, "Chatter", 0x3C, 0)
        yield
        call "Chatter"
        return 0
"#,
        "1C 00 2C 00 47 01 03 21 21 28 00 32 01 28 01 28 02 21 01 21 17 22 01 32 00 43 00 00 | \
         07 00 00 00 3C 00 00 00 00 00 00 00 00 00 00 00",
    ),
    (
        "jumped",
        r#"        if flag[28] == 1:
            return 2
        Wait(flag[countdown])
"#,
        "18 00 26 1C 32 01 02 23 00 08 32 02 43 42 00 02 26 21 21 05 32 01 43 00",
    ),
];

#[test]
fn rules_text_gives_its_own_bytes() {
    for (owner, text, bytes) in RULES {
        let collection = match owner {
            "start" | "chatter" => Collection::Routines,
            _ => Collection::Triggers,
        };
        let samples = samples().of(collection, owner);
        let lowered = samples.lower(text, CodeStyle::Rules);
        assert_eq!(lowered.diagnostics, [], "{owner}");
        let assembled = samples.assemble(text, CodeStyle::Rules);
        assert_eq!(shown(&assembled.bytes), shown(&hex(bytes)), "{owner}");
        // With Windows line ends it is the same.
        let windows = text.replace('\n', "\r\n");
        assert_eq!(
            samples.assemble(&windows, CodeStyle::Rules).bytes,
            assembled.bytes
        );
    }
}

#[test]
fn rules_text_comes_back_as_text_that_gives_the_same_bytes() {
    let lifted: Vec<_> = RULES
        .iter()
        .map(|(owner, _, bytes)| {
            let samples = samples();
            let bytes = hex(bytes);
            let lifted = samples.lift(&bytes);
            assert_eq!(lifted.problem, None, "{owner}");
            assert_eq!(samples.assemble_body(&lifted.body).bytes, bytes, "{owner}");
            format!("{owner}, {:?}:\n{}", lifted.body.style, lifted.body.text)
        })
        .collect();
    expect_test::expect![[r#"
        start, Rules:
        CreateFlightGroup(escort)
        SetHostile(wolves, true)
        SetAI(wolves, find_new_target, true, lead)

        shot, Rules:
        if flag[40] < 2:
            flag[40] += 1
        else:
            flag[mission_over] = 1

        chatter, Rules:
        either:
            PlayMusic("a.wav", false)
        or:
            Wait(5)
        or:
            flag[41] = -1

        alarm, Shipped:
        SetPlayerTarget(lead, freighter.component(3))
        CreateTimer(7, chatter, 60, 0)
        yield
        call chatter
        return 0

        jumped, Rules:
        if flag[objectives_met] == 1:
            return 2
        Wait(flag[countdown])
    "#]]
    .assert_eq(&lifted.join("\n"));
}

/// `mission1` as far as its first trigger block reaches (dte-format 6.1).
fn mission1() -> Fixture {
    let mut mission = Mission::default();
    mission
        .globals
        .push(Global::new(GlobalId::new("convoykilled").unwrap()));
    for part in 0..32 {
        mission
            .routines
            .push(routine(&format!("part_{part}"), "", &[]));
    }
    mission
        .triggers
        .push(Trigger::new(TriggerId::new("jump").unwrap()));
    Fixture::new(mission).of(Collection::Triggers, "jump")
}

const FIRST: &str = "\
call part_1
yield
if convoykilled == 1:
    call part_21
else:
    call part_24
yield
";

#[test]
fn the_first_routine_of_mission1() {
    let mission1 = mission1();
    let bytes = mission1.assemble(FIRST, CodeStyle::Shipped).bytes;
    let want = hex(
        "1C 00 22 01 21 17 27 00 28 00 02 24 00 07 22 15 42 00 04 22 18 21 17 32 01 43 00 00 | \
         01 00 00 00 00 00 00 00",
    );
    assert_eq!(shown(&bytes), shown(&want));
    // As it is stored, with stale padding and filler.
    let stored = hex(
        "1C 00 22 01 21 17 27 00 28 00 02 24 00 07 22 15 42 00 04 22 18 21 17 32 01 43 32 01 | \
         01 00 00 00 08 00 22 0D",
    );
    let lifted = mission1.lift(&stored);
    assert_eq!(lifted.body.text, FIRST);
    assert_eq!(lifted.body.style, CodeStyle::Shipped);
    assert_eq!(lifted.body.constants, [0_u32; 0]);
    assert_eq!(lifted.problem, None);
}

#[test]
fn the_spans_of_its_instructions_are_their_statements() {
    let mission1 = mission1();
    let lowered = mission1.lower(FIRST, CodeStyle::Shipped);
    let said: Vec<_> = lowered
        .items
        .iter()
        .zip(&lowered.spans)
        .filter(|(item, _)| !matches!(item, formats::script::Item::Label(_)))
        .map(|(_, span)| &FIRST[span.clone()])
        .collect();
    assert_eq!(
        said,
        [
            "call part_1",
            "yield",
            "if convoykilled == 1:",
            "if convoykilled == 1:",
            "if convoykilled == 1:",
            "if convoykilled == 1:",
            "call part_21",
            "if convoykilled == 1:",
            "call part_24",
            "yield",
            "",
            "",
        ]
    );
    let call = &lowered.diagnostics;
    assert_eq!(call.as_slice(), []);
}

/// dte-format 6.2.
#[test]
fn the_start_block_of_the_minimal_mission() {
    let mut mission = Mission::default();
    mission.flight_groups.push(group("alpha", "(FG)Alpha"));
    mission.routines.push(routine("start", "(F)Start", &[]));
    let minimal = Fixture::new(mission).of(Collection::Routines, "start");
    let bytes = minimal
        .assemble("CreateFlightGroup(alpha)", CodeStyle::Shipped)
        .bytes;
    assert_eq!(bytes, hex("0C 00 2D 00 21 03 32 01 43 00 00 00"));
    assert_eq!(minimal.lift(&bytes).body.text, "CreateFlightGroup(alpha)\n");
    // A display name and a byte of the old rules text give the same.
    let quoted = minimal
        .assemble("CreateFlightGroup(\"(FG)Alpha\")", CodeStyle::Rules)
        .bytes;
    assert_eq!(quoted, bytes);
}

/// dte-format 4.4 quotes this `SetAI` from mission15.
#[test]
fn a_shipped_set_ai() {
    let mut mission = Mission::default();
    for at in 0..80 {
        mission.ships.push(ship(&format!("ship_{at}"), ""));
    }
    let mission15 = Fixture::new(mission);
    let text = "SetAI(ship_72, find_new_target, true, ship_6)\n";
    let code = mission15.assemble(text, CodeStyle::Shipped);
    assert_eq!(code.bytes[2..12], hex("2C 48 32 0A 28 00 2C 06 21 0B"));
    assert_eq!(code.constants, [1]);
    assert_eq!(mission15.lift(&code.bytes).body.text, text);
}

#[test]
fn the_examples_of_the_language_compile() {
    let mut fixture = fixture().of(Collection::Triggers, "lost");
    fixture
        .mission
        .globals
        .push(Global::new(GlobalId::new("convoy_killed").unwrap()));
    for text in [
        "convoy_killed = 1\ncall go_home\n",
        "CreateFlightGroup(group:alpha)\nSetAI(sabres, fight, true, player)\n",
        "flag[jump_ready] = 1",
        "if IsShipThisPlayer(player) == 1:\n    score = event.Killer\n",
        "if player in turrets and lead not in sabres:\n    spawn approach(reliant, 3)\n",
        "score = last(ShotAt.Attacker, reliant)",
    ] {
        let text = text.replace("ship(player)", "ship(ship:player)");
        let text = text.replace("if player", "if ship:player");
        let lowered = fixture.lower(&text, CodeStyle::Shipped);
        assert_eq!(lowered.diagnostics, [], "{text}");
    }
    assert_eq!(fixture.owner, Some(record(Collection::Triggers, "lost")));
}
