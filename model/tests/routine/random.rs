//! Texts that mean something, texts that do not, and what must hold for all of them.

use model::routine::assist::{complete, definition, highlight, hover, signature_at};
use model::routine::{parse, references, rename_in_text};
use model::{CodeStyle, Collection};
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::{fixture, record};

/// Numbers, with and without a width.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..6).prop_map(|n| n.to_string()),
        any::<u32>().prop_map(|n| n.to_string()),
        any::<u8>().prop_map(|n| format!("{n}b")),
        any::<u16>().prop_map(|n| format!("{n}c")),
        any::<i32>().prop_map(|n| n.to_string()),
    ]
}

/// Values that any place takes.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        number(),
        select(vec![
            "score",
            "convoykilled",
            "lead",
            "reliant",
            "a-b",
            "ship:if",
            "ship:odd-",
            "sabres",
            "group:alpha",
            "squad:alpha",
            "turrets",
            "flyby",
            "curve:alpha",
            "global:player",
            "ship:player",
            "global:fight",
            "flag[countdown]",
            "flag[2]",
            "flag[200]",
            "arg.speed",
            "arg[5]",
            "local[1]",
            "null",
            "result",
            "true",
            "false",
            "WhenPlayerLastJumped()",
            "IsShipThisPlayer(reliant)",
            "last(ShotAt.Attacker, lead)",
            "last(Destroyed.1, turrets)",
            "last(40.9, 99)",
            "reliant.component(3)",
            "\"te\\\"xt\"",
            "lead in sabres",
            "result not in turrets",
            "lead in group:alpha",
        ])
        .prop_map(|value: &str| if value.contains(" in ") {
            format!("({value})")
        } else {
            value.to_owned()
        }),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        let operator = select(vec![
            "or", "and", "==", "!=", ">", ">=", "<", "<=", ">.", ">=.", "<.", "<=.", "+", "-", "*",
            "/", "+.", "-.", "*.", "/.",
        ]);
        prop_oneof![
            4 => (operator, inner.clone(), inner.clone())
                .prop_map(|(operator, left, right)| format!("({left} {operator} {right})")),
            1 => (inner.clone(), any::<u8>()).prop_map(|(of, n)| format!("percent({of}, {n})")),
            1 => inner.prop_map(|of| format!("IsShipThisPlayer(({of}) + 1)")),
        ]
    })
}

/// Values that a parameter takes, whatever it takes: no record by its name.
fn computed() -> impl Strategy<Value = String> {
    prop_oneof![
        number(),
        select(vec![
            "score",
            "global:player",
            "flag[3]",
            "arg[0]",
            "local[0]",
            "result"
        ])
        .prop_map(str::to_owned),
        (value(), value()).prop_map(|(left, right)| format!("{left} + {right}")),
        (value(), any::<u8>()).prop_map(|(of, n)| format!("percent({of}, {n})")),
    ]
}

fn entity() -> impl Strategy<Value = String> {
    let named = select(vec![
        "lead",
        "reliant",
        "wolves",
        "sabres",
        "ship:alpha",
        "group:alpha",
        "squad:alpha",
        "turrets",
        "\"Lead\"",
        "\"(FG)Sabres\"",
        "ship:if",
        "score",
        "arg.target",
        "local[0]",
        "null",
        "player",
        "global:player",
    ]);
    prop_oneof![4 => named.prop_map(str::to_owned), 1 => computed()]
}

fn simple() -> impl Strategy<Value = String> {
    let order = prop_oneof![
        select(vec![
            "fight",
            "escort",
            "find_new_target",
            "global:fight",
            "jump_in"
        ])
        .prop_map(str::to_owned),
        number(),
    ];
    let condition = prop_oneof![
        select(vec!["ShotAt", "destroyed", "TT_LAUNCHED", "JumpedIn"]).prop_map(str::to_owned),
        number(),
    ];
    let truth = prop_oneof![
        select(vec!["true", "false"]).prop_map(str::to_owned),
        number()
    ];
    let part = prop_oneof![
        select(vec!["chatter", "routine:else"]).prop_map(str::to_owned),
        number()
    ];
    let store = select(vec![
        "=", "+=", "-=", "*=", "/=", "+=.", "-=.", "*=.", "/=.",
    ]);
    let target = select(vec![
        "score",
        "global:player",
        "flag[jump_ready]",
        "flag[99]",
        "arg.speed",
    ]);
    prop_oneof![
        2 => select(vec![
            "yield", "call go_home", "spawn chatter", "pass", "PlayMusic(\"a.wav\", false)",
            "WaitForSpeech()", "StartDirectorCam(flyby, null, 5, lead, turrets)",
            "CommsFromPilot(frenchy, 3, \"hey\")", "SetPilot(lead, 7)", "return", "return 1",
            "SetPlayerTarget(player, reliant.component(3))", "ShipFollowCurve(turrets, flyby, 3)", "call \"Chatter\"",
        ])
        .prop_map(str::to_owned),
        1 => value().prop_map(|value| format!("return {value}")),
        1 => computed().prop_map(|value| format!("Wait({value})")),
        2 => (entity(), order, truth.clone(), entity())
            .prop_map(|(who, order, now, of)| format!("SetAI({who}, {order}, {now}, {of})")),
        1 => (entity(), condition, truth)
            .prop_map(|(who, what, on)| format!("SetTriggerState({who}, {what}, {on})")),
        1 => (number(), part, computed())
            .prop_map(|(id, part, time)| format!("CreateTimer({id}, {part}, {time}, 0)")),
        1 => (value(), value()).prop_map(|(a, b)| format!("call approach({a}, {b})")),
        1 => value().prop_map(|a| format!("spawn routine:else({a})")),
        3 => (target, store, value())
            .prop_map(|(target, store, value)| format!("{target} {store} {value}")),
    ]
}

/// Lines of a block, not yet indented.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let leaf = prop::collection::vec(simple(), 1..4);
    leaf.prop_recursive(3, 20, 3, |inner| {
        let indented = |lines: Vec<String>| lines.into_iter().map(|line| format!("    {line}"));
        let chosen = (
            prop::collection::vec((any::<u8>(), value(), inner.clone()), 1..4),
            prop::option::of(inner.clone()),
            0..3,
        )
            .prop_map(move |(branches, otherwise, form)| {
                let mut lines = Vec::new();
                let count = branches.len();
                for (at, (threshold, condition, block)) in branches.into_iter().enumerate() {
                    match form {
                        0 if at == 0 => lines.push(format!("if {condition}:")),
                        0 => lines.push(format!("else if {condition}:")),
                        1 => {
                            if at == 0 {
                                lines.push("random:".to_owned());
                            }
                            lines.push(format!("    below {threshold}:"));
                            lines.extend(indented(block).map(|line| format!("    {line}")));
                            continue;
                        }
                        _ if at == 0 => lines.push("either:".to_owned()),
                        _ => lines.push("or:".to_owned()),
                    }
                    lines.extend(indented(block));
                }
                let otherwise = match (otherwise, form) {
                    (None, 2) if count == 1 => Some(vec!["pass".to_owned()]),
                    (otherwise, _) => otherwise,
                };
                if let Some(block) = otherwise {
                    match form {
                        0 => lines.push("else:".to_owned()),
                        1 => lines.push("    else:".to_owned()),
                        _ => lines.push("or:".to_owned()),
                    }
                    let deep = if form == 1 { "    " } else { "" };
                    lines.extend(indented(block).map(|line| format!("{deep}{line}")));
                }
                lines
            });
        (
            prop::option::of(inner.clone()),
            chosen,
            prop::option::of(inner),
        )
            .prop_map(|(before, chosen, behind)| {
                before
                    .into_iter()
                    .flatten()
                    .chain(chosen)
                    .chain(behind.into_iter().flatten())
                    .collect()
            })
    })
}

/// The text of a routine without errors in the fixture's mission.
pub(crate) fn program() -> impl Strategy<Value = String> {
    lines().prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

/// Words of the language in any order.
fn soup() -> impl Strategy<Value = String> {
    let word = select(vec![
        "if",
        "else",
        "random",
        "below",
        "either",
        "or",
        "and",
        "not",
        "in",
        "call",
        "spawn",
        "yield",
        "return",
        "pass",
        "asm",
        "true",
        "null",
        "result",
        "flag",
        "[",
        "]",
        "event",
        ".",
        "arg",
        "local",
        "percent",
        "last",
        "(",
        ")",
        ",",
        ":",
        "=",
        "==",
        "+=",
        "-",
        "*.",
        "/=.",
        "ship:",
        "group:alpha",
        "score",
        "lead",
        "SetAI",
        "Wait",
        "5",
        "0x1F",
        "99999999999",
        "5b",
        "\"Lead\"",
        "\"",
        "\\",
        "#",
        "\n",
        "\n    ",
        "\n        ",
        "\r\n",
        "\t",
        " ",
        "push_byte",
        "push_constant",
        "#3",
        "jump",
        "random_branch",
        "default",
        "bytes",
        "hex",
        "component",
        "é",
        "€",
        "\u{0}",
        "ShotAt",
        "push_ship",
        "L:",
        "a-b",
        "--",
        "-1",
    ]);
    prop::collection::vec(word, 0..60).prop_map(|words| {
        let mut text = String::new();
        for (at, word) in words.iter().enumerate() {
            text.push_str(word);
            if at % 3 != 0 {
                text.push(' ');
            }
        }
        text
    })
}

/// Asks everything about a text; nothing may stop the program, and every place must be in the text.
fn ask_everything(text: &str) -> Result<(), TestCaseError> {
    let fixture = fixture();
    let scope = fixture.scope();
    for problem in parse(text).errors {
        prop_assert!(text.get(problem.span.clone()).is_some(), "{:?}", problem);
    }
    for style in [CodeStyle::Shipped, CodeStyle::Rules] {
        let lowered = fixture.lower(text, style);
        prop_assert_eq!(lowered.items.len(), lowered.spans.len());
        for span in lowered.spans {
            prop_assert!(text.get(span).is_some());
        }
        for diagnostic in lowered.diagnostics {
            let span = diagnostic.place.span.clone().unwrap();
            prop_assert!(text.get(span).is_some(), "{:?}", diagnostic);
        }
    }
    for (span, _) in highlight(text, &scope) {
        prop_assert!(text.get(span).is_some());
    }
    for found in references(text, &scope) {
        prop_assert!(text.get(found.span).is_some());
    }
    let from = record(Collection::Ships, "lead");
    if let Some(renamed) = rename_in_text(text, &scope, &from, "new_lead") {
        prop_assert!(renamed.contains("new_lead"));
    }
    // Every byte, those inside a character and past the end included.
    for at in 0..text.len() + 2 {
        let completion = complete(text, at, &scope);
        prop_assert!(text.get(completion.replace).is_some());
        hover(text, at, &scope);
        definition(text, at, &scope);
        signature_at(text, at, &scope);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_words_stop_the_program(text in soup()) {
        ask_everything(&text)?;
    }

    #[test]
    fn no_characters_stop_the_program(text in "\\PC{0,60}") {
        ask_everything(&text)?;
    }

    #[test]
    fn no_half_of_a_text_stops_the_program(text in program(), at in any::<prop::sample::Index>()) {
        let mut end = at.index(text.len() + 1).min(400);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        ask_everything(&text[..end])?;
    }
}

proptest! {
    /// A text whose last line is half written gives all the statements before it.
    #[test]
    fn a_half_written_line_costs_only_itself(lines in prop::collection::vec(simple(), 1..6)) {
        let whole: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let half = format!("{whole}SetAI(lead, ");
        let read = parse(&half);
        prop_assert_eq!(read.errors.len(), 1);
        prop_assert_eq!(read.ast, parse(&whole).ast);
    }

    /// Renaming a record leaves what the text compiles to as it is.
    #[test]
    fn renaming_keeps_the_meaning(text in program(), to in select(vec!["lead_2", "if", "sabres", "score", "x-"])) {
        let before = fixture();
        for (collection, id) in [
            (Collection::Ships, "reliant"),
            (Collection::FlightGroups, "wolves"),
            (Collection::Globals, "convoykilled"),
            (Collection::Squads, "turrets"),
            (Collection::Curves, "flyby"),
            (Collection::Routines, "chatter"),
        ] {
            let from = record(collection, id);
            if before.mission.contains(&record(collection, to)) {
                continue;
            }
            let renamed = rename_in_text(&text, &before.scope(), &from, to);
            let named = references(&text, &before.scope());
            let touched = named.iter().any(|it| it.target == from && !it.quoted);
            prop_assert!(!touched || renamed.is_some());
            let mut after = fixture();
            let edit = rename(collection, id, to);
            after.mission.apply(edit).unwrap();
            let renamed = renamed.unwrap_or_else(|| text.clone());
            let old = before.assemble(&text, CodeStyle::Shipped);
            let new = after.assemble(&renamed, CodeStyle::Shipped);
            prop_assert_eq!(old.bytes, new.bytes, "{}", renamed);
        }
    }
}

fn rename(collection: Collection, id: &str, to: &str) -> model::edit::Edit {
    use model::Id;
    use model::edit::{Edit, RecordEdit};
    fn of<R: model::edit::Editable>(id: &str, to: &str) -> Edit {
        R::edit(RecordEdit::Rename {
            id: Id::new(id).unwrap(),
            to: Id::new(to).unwrap(),
        })
    }
    match collection {
        Collection::Globals => of::<model::Global>(id, to),
        Collection::FlightGroups => of::<model::FlightGroup>(id, to),
        Collection::Ships => of::<model::Ship>(id, to),
        Collection::Squads => of::<model::Squad>(id, to),
        Collection::Formations => of::<model::Formation>(id, to),
        Collection::Curves => of::<model::Curve>(id, to),
        Collection::Triggers => of::<model::Trigger>(id, to),
        Collection::Routines => of::<model::Routine>(id, to),
    }
}
