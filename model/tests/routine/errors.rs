//! What is wrong with a text: the message, and where it points.

use model::{CodeStyle, Collection, Mission, RoutineId};

use crate::fixture::{fixture, record, routine};

/// Lines and columns count from 1, columns in bytes.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    (
        line,
        before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1,
    )
}

/// Text, line and column, code, a piece of the message.
pub(crate) type Case = (&'static str, (usize, usize), &'static str, &'static str);

const ERRORS: &[Case] = &[
    // Reading.
    ("yield yield", (1, 7), "script-syntax", "more than fits"),
    ("Wait(5", (1, 7), "script-syntax", "`,` or `)`"),
    ("Wait(5,)", (1, 8), "script-syntax", "a value is missing"),
    ("Wait 5", (1, 6), "script-syntax", "makes a command"),
    ("score", (1, 6), "script-syntax", "gives a global a value"),
    ("score == 5", (1, 7), "script-syntax", "does neither"),
    ("flag[3] == 5", (1, 9), "script-syntax", "`=` gives a value"),
    ("score *=.5", (1, 7), "script-syntax", "no fractions"),
    (
        "score = score +.5",
        (1, 15),
        "script-syntax",
        "no fractions",
    ),
    ("score =", (1, 8), "script-syntax", "a value is missing"),
    ("score = 5 5", (1, 11), "script-syntax", "more than fits"),
    ("score = 12x", (1, 9), "script-syntax", "no number"),
    (
        "score = 4294967296",
        (1, 9),
        "script-syntax",
        "above 4294967295",
    ),
    (
        "score = -2147483649",
        (1, 9),
        "script-syntax",
        "below -2147483648",
    ),
    ("score = \"open", (1, 9), "script-syntax", "closing"),
    ("score = \"a\\n\"", (1, 11), "script-syntax", "no escape"),
    ("score = \"€\"", (1, 10), "script-syntax", "character set"),
    ("score = a == b == c", (1, 16), "script-syntax", "brackets"),
    (
        "score = not a",
        (1, 9),
        "script-syntax",
        "compare it with 0",
    ),
    (
        "score = call",
        (1, 9),
        "script-syntax",
        "word of the language",
    ),
    (
        "score = lead.part(3)",
        (1, 14),
        "script-syntax",
        "component",
    ),
    (
        "score = lead.component(3b)",
        (1, 24),
        "script-syntax",
        "plain number",
    ),
    ("score = foo:lead", (1, 9), "script-syntax", "no prefix"),
    (
        "score = 5 & 6",
        (1, 11),
        "script-syntax",
        "no part of the language",
    ),
    ("! x", (1, 1), "script-syntax", "no part of the language"),
    ("5 = 5", (1, 1), "script-syntax", "cannot start"),
    ("local[0] = 5", (1, 1), "script-syntax", "only be read"),
    (
        "if score\n    yield",
        (1, 9),
        "script-syntax",
        "`:` is missing",
    ),
    ("if score: yield", (1, 11), "script-syntax", "line below"),
    ("if score:\nyield", (1, 9), "script-syntax", "`pass`"),
    (
        "else:\n    yield",
        (1, 1),
        "script-syntax",
        "belongs to no block",
    ),
    (
        "yield\n    yield",
        (2, 5),
        "script-syntax",
        "no block that is open",
    ),
    ("random:\n    yield", (2, 5), "script-syntax", "`below 30:`"),
    (
        "random:\n    below 256:\n        yield",
        (2, 11),
        "script-syntax",
        "0 to 255",
    ),
    ("either:\n    yield", (1, 1), "script-syntax", "no `or:`"),
    (
        "while score:\n    yield",
        (1, 7),
        "script-syntax",
        "does neither",
    ),
    (
        "loop:\n    yield",
        (1, 5),
        "script-syntax",
        "opens no block",
    ),
    ("asm:\n    nopp", (2, 5), "script-syntax", "`nop` is"),
    (
        "asm:\n    push_byte",
        (2, 14),
        "script-syntax",
        "is missing",
    ),
    (
        "asm:\n    push_constant_wide 3",
        (2, 24),
        "script-syntax",
        "#300",
    ),
    (
        "asm:\n    bytes 0G",
        (2, 11),
        "script-syntax",
        "hexadecimal",
    ),
    // Names.
    (
        "score = nobody",
        (1, 9),
        "script-unknown-name",
        "not known here",
    ),
    (
        "score = relaint",
        (1, 9),
        "script-unknown-name",
        "did you mean `reliant`",
    ),
    (
        "score = lead-score",
        (1, 9),
        "script-unknown-name",
        "put spaces around",
    ),
    (
        "score = ship:nobody",
        (1, 9),
        "script-unknown-name",
        "a ship",
    ),
    (
        "score = alpha",
        (1, 9),
        "script-ambiguous-name",
        "`ship:alpha` or `group:alpha`",
    ),
    (
        "score = player",
        (1, 9),
        "script-ambiguous-name",
        "`global:player` or `ship:player`",
    ),
    (
        "CreateFlightGroup(lead)",
        (1, 19),
        "script-wrong-kind",
        "is a ship",
    ),
    (
        "CreateFlightGroup(ship:lead)",
        (1, 19),
        "script-wrong-kind",
        "flight group",
    ),
    (
        "CreateFlightGroup(\"Lead\")",
        (1, 19),
        "script-unknown-name",
        "nothing here is called",
    ),
    (
        "SetAI(\"Both\", 1, true, null)",
        (1, 7),
        "script-ambiguous-name",
        "group:both_group",
    ),
    (
        "SetAI(lead, figth, true, null)",
        (1, 13),
        "script-unknown-name",
        "`fight`",
    ),
    (
        "SetAI(lead, lead, true, null)",
        (1, 13),
        "script-wrong-kind",
        "named value",
    ),
    ("Wait(lead)", (1, 6), "script-wrong-kind", "a number"),
    (
        "Wait(\"Lead\")",
        (1, 6),
        "script-wrong-kind",
        "this is text",
    ),
    (
        "CreateFlightGroup(lead.component(1))",
        (1, 19),
        "script-wrong-kind",
        "component",
    ),
    (
        "score = lead in freighter",
        (1, 17),
        "script-wrong-kind",
        "is a ship",
    ),
    (
        "score = lead in flag[0]",
        (1, 17),
        "script-wrong-kind",
        "by its name",
    ),
    ("lead = 1", (1, 1), "script-wrong-kind", "is a ship"),
    ("ship:lead = 1", (1, 1), "script-wrong-kind", "a global"),
    ("call nowhere", (1, 6), "script-unknown-name", "routine"),
    ("call lead", (1, 6), "script-wrong-kind", "a routine"),
    ("call shared", (1, 6), "script-wrong-kind", "no part"),
    (
        "call \"Nowhere\"",
        (1, 6),
        "script-unknown-name",
        "nothing here",
    ),
    (
        "go_home()",
        (1, 1),
        "script-unknown-command",
        "`call go_home`",
    ),
    (
        "WaitForSpeach()",
        (1, 1),
        "script-unknown-command",
        "`WaitForSpeech`",
    ),
    (
        "score = flag[jump_redy]",
        (1, 14),
        "script-unknown-variable",
        "`jump_ready`",
    ),
    (
        "flag[score] = 1",
        (1, 6),
        "script-unknown-variable",
        "without `flag",
    ),
    (
        "score = arg.nothing",
        (1, 13),
        "script-unknown-argument",
        "target, speed",
    ),
    (
        "score = event.Killer",
        (1, 15),
        "script-unknown-event-value",
        "local[0]",
    ),
    (
        "score = last(Nothing.X, lead)",
        (1, 14),
        "script-unknown-name",
        "condition",
    ),
    (
        "score = last(ShotAt.Nobody, lead)",
        (1, 21),
        "script-unknown-event-value",
        "Attacker",
    ),
    (
        "score = last(ShotAt.Attacker, flyby)",
        (1, 31),
        "script-wrong-kind",
        "squad",
    ),
    // Counts and widths.
    (
        "Wait()",
        (1, 1),
        "script-argument-count",
        "1 argument (Number of Seconds to wait)",
    ),
    ("Wait(1, 2)", (1, 1), "script-argument-count", "2 are given"),
    (
        "WaitForSpeech(1)",
        (1, 1),
        "script-argument-count",
        "no arguments, and 1 is given",
    ),
    ("Wait(256b)", (1, 6), "script-width", "0 to 255"),
    ("Wait(-1b)", (1, 6), "script-width", "0 to 255"),
    ("score = flag[256]", (1, 14), "script-width", "0 to 255"),
    ("score = local[300]", (1, 9), "script-width", "0 to 255"),
    (
        "score = lead.component(256)",
        (1, 9),
        "script-width",
        "0 to 255",
    ),
    (
        "score = percent(1, 256)",
        (1, 9),
        "script-width",
        "0 to 255",
    ),
    (
        "score = last(ShotAt.0, 256)",
        (1, 24),
        "script-width",
        "0 to 255",
    ),
    // Instructions.
    (
        "asm:\n    jump L\n    return",
        (2, 10),
        "script-unknown-label",
        "no label `L`",
    ),
    (
        "asm:\n    L:\n    jump L",
        (3, 10),
        "script-backward",
        "forward",
    ),
    (
        "asm:\n    L:\n    L:\n    return",
        (3, 5),
        "script-label",
        "twice",
    ),
    (
        "asm:\n    push_ship nobody\n    return",
        (2, 15),
        "script-unknown-name",
        "a ship",
    ),
    (
        "asm:\n    push_byte lead\n    return",
        (2, 15),
        "script-wrong-kind",
        "takes a number",
    ),
    (
        "asm:\n    push_byte 256\n    return",
        (2, 15),
        "script-width",
        "0 to 255",
    ),
    (
        "asm:\n    push_ship_wide 65536\n    return",
        (2, 20),
        "script-width",
        "65535",
    ),
    (
        "asm:\n    command Wat\n    return",
        (2, 13),
        "script-unknown-command",
        "`Wait`",
    ),
    (
        "asm:\n    default:\n    return",
        (2, 5),
        "script-syntax",
        "`default`",
    ),
];

#[test]
fn errors() {
    let fixture = fixture();
    for (text, at, code, piece) in ERRORS {
        let lowered = fixture.lower(text, CodeStyle::Shipped);
        let first = crate::fixture::errors(&lowered.diagnostics).next();
        let Some(error) = first else {
            panic!("no error in\n{text}")
        };
        assert_eq!(error.code, *code, "{text}\n{error}");
        assert!(error.message.contains(piece), "{text}\n{error}");
        let span = error.place.span.clone().unwrap();
        assert_eq!(place(text, span.start), *at, "{text}\n{error}");
        assert!(span.end <= text.len(), "{text}");
        assert_eq!(
            error.place.record,
            Some(record(Collection::Routines, "approach"))
        );
        assert_eq!(error.place.field, Some("run"));
        assert!(lowered.is_broken());
    }
}

/// Script errors are told all at once, in the order of the text.
#[test]
fn one_pass_tells_every_problem() {
    let text = "Wait(\nscore = nobody\ncall approach\nfoo()\nWait(1, 2)\nyield\n";
    let lowered = fixture().lower(text, CodeStyle::Shipped);
    let found: Vec<_> = lowered
        .diagnostics
        .iter()
        .map(|it| (place(text, it.place.span.clone().unwrap().start).0, it.code))
        .collect();
    assert_eq!(
        found,
        [
            (1, "script-syntax"),
            (2, "script-unknown-name"),
            (3, "script-argument-count"),
            (4, "script-unknown-command"),
            (5, "script-argument-count"),
        ]
    );
}

#[test]
fn more_values_than_the_stack_holds() {
    let deep = |count: usize| {
        let open: String = (0..count).map(|_| "1 + (").collect();
        format!("score = {open}1{}", ")".repeat(count))
    };
    // The old value of the store, then the operands: 32 in all.
    assert_eq!(
        fixture().lower(&deep(30), CodeStyle::Shipped).diagnostics,
        []
    );
    let lowered = fixture().lower(&deep(31), CodeStyle::Shipped);
    assert_eq!(
        lowered
            .diagnostics
            .iter()
            .map(|it| it.code)
            .collect::<Vec<_>>(),
        ["script-stack"]
    );
}

#[test]
fn limits() {
    let fixture = fixture();
    let codes = |text: &str| -> Vec<_> {
        fixture
            .lower(text, CodeStyle::Shipped)
            .diagnostics
            .iter()
            .map(|it| it.code)
            .collect()
    };
    let either = |count: usize| {
        let more: String = (1..count).map(|_| "or:\n    yield\n").collect();
        format!("either:\n    yield\n{more}")
    };
    assert_eq!(codes(&either(100)), [""; 0]);
    assert_eq!(codes(&either(101)), ["script-limit"]);
    assert_eq!(
        codes(&format!("PlaySpeech(\"{}\")", "x".repeat(253))),
        [""; 0]
    );
    assert_eq!(
        codes(&format!("PlaySpeech(\"{}\")", "x".repeat(254))),
        ["script-text-too-long"]
    );

    let mut mission = Mission::default();
    for at in 0..258 {
        mission
            .routines
            .push(routine(&format!("part_{at}"), "", &[]));
    }
    let many = crate::fixture::Fixture::new(mission);
    assert_eq!(
        many.lower("call part_255", CodeStyle::Shipped).diagnostics,
        []
    );
    let lowered = many.lower("call part_256", CodeStyle::Shipped);
    assert_eq!(lowered.diagnostics[0].code, "script-width");
}

/// The offers of an error are edits that mend the text.
#[test]
fn fixes_rewrite_the_text() {
    let fixture = fixture();
    let lowered = fixture.lower("yield\nscore = alpha\n", CodeStyle::Shipped);
    let [error] = lowered.diagnostics.as_slice() else {
        panic!("{:#?}", lowered.diagnostics)
    };
    let titles: Vec<_> = error.fixes.iter().map(|fix| fix.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Write `ship:alpha`",
            "Write `group:alpha`",
            "Write `squad:alpha`",
            "Write `curve:alpha`"
        ]
    );
    let mut mission = fixture.mission.clone();
    mission.apply(error.fixes[1].edit.clone()).unwrap();
    let id = RoutineId::new("approach").unwrap();
    let body = mission
        .routines
        .get(id.as_str())
        .unwrap()
        .body
        .clone()
        .unwrap();
    assert_eq!(body.text, "yield\nscore = group:alpha\n");

    // In a trigger's own text, it is the trigger that changes.
    let hit = fixture.of(Collection::Triggers, "hit");
    let lowered = hit.lower("score = relaint", CodeStyle::Rules);
    let mut mission = hit.mission.clone();
    mission
        .apply(lowered.diagnostics[0].fixes[0].edit.clone())
        .unwrap();
    let body = mission.triggers.get("hit").unwrap().body().unwrap().clone();
    assert_eq!(
        (body.text.as_str(), body.style),
        ("score = reliant", CodeStyle::Rules)
    );
}

/// Whose text it is is not always known; the place then says only where in the text.
#[test]
fn a_text_of_nobody() {
    let mut fixture = fixture();
    fixture.owner = None;
    let lowered = fixture.lower("score = arg.speed", CodeStyle::Shipped);
    assert_eq!(lowered.diagnostics[0].code, "script-unknown-argument");
    assert_eq!(lowered.diagnostics[0].place.record, None);
    assert!(lowered.diagnostics[0].fixes.is_empty());
}

/// script-vm V84: these commands wait by going back four bytes, two of them their own.
#[test]
fn what_is_pushed_again_is_one_push_of_two_bytes() {
    let mut mission = fixture().mission;
    for n in mission.ships.iter().count()..300 {
        let id = model::ShipId::new(&format!("s{n}")).unwrap();
        mission.ships.push(model::Ship::new(id));
    }
    let fixture = crate::fixture::Fixture::new(mission);
    for (text, piece) in [
        ("WaitForJumpOrLaunch(s299)", "up to number 255"),
        ("WaitForJumpOrLaunch(null)", "nothing to wait for"),
        ("WaitForKey(score + 1)", "in a global first"),
        ("WaitForKey(percent(score, 2))", "in a global first"),
    ] {
        let lowered = fixture.lower(text, CodeStyle::Shipped);
        let found = crate::fixture::errors(&lowered.diagnostics);
        let told: Vec<_> = found.map(|it| (it.code, it.message.as_str())).collect();
        let [(code, message)] = told.as_slice() else {
            panic!("{text}: {told:?}")
        };
        assert_eq!(*code, "script-pushed-again", "{text}");
        assert!(message.contains(piece), "{text}: {message}");
    }
    for text in [
        "WaitForJumpOrLaunch(s255)",
        "WaitForJumpOrLaunch(wolves)",
        "WaitForKey(score)",
        "WaitForKey(7)",
        "WaitForKey(1000)",
    ] {
        let lowered = fixture.lower(text, CodeStyle::Shipped);
        assert!(!lowered.is_broken(), "{text}: {:?}", lowered.diagnostics);
    }
}
