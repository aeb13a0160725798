//! What may not be what its author means: the message, and where it points.

use model::CodeStyle;
use model::diagnostic::Severity;

use crate::errors::{Case, place};
use crate::fixture::fixture;

const WARNINGS: &[Case] = &[
    (
        "SetAI(5, fight, true, null)",
        (1, 7),
        "script-number-for-record",
        "by its name",
    ),
    (
        "PlaySpeech(5)",
        (1, 12),
        "script-number-for-text",
        "takes a text",
    ),
    (
        "SetAI(lead, 60, true, null)",
        (1, 13),
        "script-unknown-value",
        "an order",
    ),
    (
        "SetTriggerState(lead, 99, true)",
        (1, 23),
        "script-unknown-value",
        "condition",
    ),
    ("CreateFlightGroup(null)", (1, 19), "script-null", "`null`"),
    (
        "call approach",
        (1, 6),
        "script-argument-count",
        "takes 2 arguments (target, speed)",
    ),
    (
        "call go_home(1)",
        (1, 6),
        "script-argument-count",
        "takes no arguments, and 1",
    ),
    ("score = arg[2]", (1, 13), "script-argument", "past them"),
    ("score = local[5]", (1, 9), "script-local", "0 to 4"),
    (
        "score = 1 + percent(2, 3)",
        (1, 13),
        "script-percent",
        "put `percent` first",
    ),
    (
        "Fly(lead, null, percent(2, 3))",
        (1, 17),
        "script-percent",
        "put `percent` first",
    ),
    (
        "score = last(JumpedIn.0, lead)",
        (1, 9),
        "script-last",
        "ShotAt and Destroyed",
    ),
    (
        "if lead == \"Lead\":\n    yield",
        (1, 12),
        "script-text-compared",
        "write its id",
    ),
    (
        "return\nyield",
        (2, 1),
        "script-unreachable",
        "nothing leads here",
    ),
    (
        "if score:\n    return\n    yield",
        (3, 5),
        "script-unreachable",
        "nothing leads here",
    ),
    (
        "return 2\nreturn",
        (2, 1),
        "script-unreachable",
        "nothing leads here",
    ),
    (
        "random:\n    below 30:\n        yield\n    below 30:\n        yield",
        (4, 5),
        "script-random",
        "rolls below 30",
    ),
    (
        "random:\n    below 0:\n        yield",
        (2, 5),
        "script-random",
        "no roll",
    ),
    (
        "random:\n    below 100:\n        yield\n    else:\n        yield",
        (2, 5),
        "script-random",
        "`else` can never win",
    ),
    (
        "random:\n    below 255:\n        yield",
        (2, 5),
        "script-random",
        "rolls go from 0 to 99",
    ),
    (
        "score = Wait(2) + 1",
        (1, 9),
        "script-store-waits",
        "other threads run while Wait waits",
    ),
    (
        "asm:\n    command 95\n    push_byte 1\n    return",
        (2, 5),
        "script-index",
        "95 is past the 95 commands",
    ),
    (
        "asm:\n    push_squad 99\n    push_byte 1\n    return",
        (2, 5),
        "script-index",
        "99 is past the",
    ),
    (
        "asm:\n    push_local 9\n    return",
        (2, 5),
        "script-index",
        "9 is past the 5 locals",
    ),
    (
        "asm:\n    nop",
        (1, 1),
        "script-falls-off",
        "runs off the end",
    ),
];

#[test]
fn warnings() {
    let fixture = fixture();
    for (text, at, code, piece) in WARNINGS {
        let lowered = fixture.lower(text, CodeStyle::Shipped);
        let found: Vec<_> = lowered
            .diagnostics
            .iter()
            .filter(|it| it.code == *code)
            .collect();
        let [warning] = found.as_slice() else {
            panic!("{text}\n{:#?}", lowered.diagnostics)
        };
        assert_eq!(warning.severity, Severity::Warning, "{text}");
        assert!(warning.message.contains(piece), "{text}\n{warning}");
        let span = warning.place.span.clone().unwrap();
        assert_eq!(place(text, span.start), *at, "{text}\n{warning}");
        assert!(!lowered.is_broken(), "{text}\n{:#?}", lowered.diagnostics);
    }
}

#[test]
fn what_is_right_is_not_warned_of() {
    let fixture = fixture();
    for text in [
        "score = percent(2, 3) + 1",
        "Wait(percent(score, 30))",
        "return percent(2, 3)",
        "SetAI(lead, fight, true, null)",
        "random:\n    below 30:\n        yield\n    below 60:\n        yield\n    else:\n        yield",
        "either:\n    return\nor:\n    yield\nyield",
        "asm:\n    push_byte 1\n    return",
        "if score:\n    return\npass",
    ] {
        assert_eq!(
            fixture.lower(text, CodeStyle::Shipped).diagnostics,
            [],
            "{text}"
        );
        assert_eq!(
            fixture.lower(text, CodeStyle::Rules).diagnostics,
            [],
            "{text}"
        );
    }
}
