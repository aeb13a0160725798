//! YAML in and out: positions, problems, stable writing, and saves that touch no more than they
//! mean.

use formats::yaml::{
    Document, MapReader, Position, Scalar, Value, parse_f32, parse_integer, patch, render, schema,
};
use proptest::prelude::*;

fn map(entries: &[(&str, Value)]) -> Value {
    Value::Map(
        entries
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
    )
}

fn ship(id: &str, x: f32) -> Value {
    map(&[
        ("id", Value::text(id)),
        ("kind", Value::plain("predator")),
        (
            "position",
            Value::List(vec![Value::float(x), Value::float(0.0), Value::float(-5.5)]),
        ),
    ])
}

fn source(ships: Vec<Value>) -> Value {
    map(&[
        ("source", Value::plain("1")),
        ("ships", Value::Records(ships)),
    ])
}

const TEXT: &str = "\
# A test mission.
source: 1   # version

ships:
  # The player.
  - id: alpha   # first
    kind: predator
    # Where it starts:
    position: [1, 0, -5.5]   # in units

  # A short one.
  - {id: beta, kind: predator, position: [2.0, 0.0, -5.5]}
  - id: gamma
    kind: predator
    position: [3, 0, -5.5]

# The end.
";

fn old() -> Value {
    source(vec![
        ship("alpha", 1.0),
        ship("beta", 2.0),
        ship("gamma", 3.0),
    ])
}

fn patched(new: &Value) -> String {
    patch(&Document::parse(TEXT).unwrap(), &old(), new)
}

#[test]
fn an_unchanged_source_stays_as_it_is() {
    assert_eq!(patched(&old()), TEXT);
}

#[test]
fn a_number_changes_alone() {
    let new = source(vec![
        ship("alpha", 1.0),
        ship("beta", 2.0),
        ship("gamma", 33.25),
    ]);
    assert_eq!(
        patched(&new),
        TEXT.replace("[3, 0, -5.5]", "[33.25, 0, -5.5]")
    );
    let new = source(vec![
        ship("alpha", 7.0),
        ship("beta", 2.0),
        ship("gamma", 3.0),
    ]);
    assert_eq!(
        patched(&new),
        TEXT.replace("[1, 0, -5.5]   #", "[7, 0, -5.5]   #")
    );
}

#[test]
fn a_record_comes_and_goes_with_its_lines() {
    let added = source(vec![
        ship("alpha", 1.0),
        ship("beta", 2.0),
        ship("gamma", 3.0),
        ship("delta", 4.0),
    ]);
    let line = "  - {id: delta, kind: predator, position: [4, 0, -5.5]}\n";
    let gamma = "    position: [3, 0, -5.5]\n";
    assert_eq!(
        patched(&added),
        TEXT.replace(gamma, &format!("{gamma}{line}"))
    );

    let removed = source(vec![ship("alpha", 1.0), ship("gamma", 3.0)]);
    let beta = "\n  # A short one.\n  - {id: beta, kind: predator, position: [2.0, 0.0, -5.5]}\n";
    assert_eq!(patched(&removed), TEXT.replace(beta, ""));
}

#[test]
fn a_moved_record_takes_its_comments_along() {
    let moved = source(vec![
        ship("gamma", 3.0),
        ship("alpha", 1.0),
        ship("beta", 2.0),
    ]);
    let text = patched(&moved);
    let order: Vec<usize> = [
        "id: gamma",
        "# The player.",
        "id: alpha",
        "# A short one.",
        "id: beta",
    ]
    .iter()
    .map(|part| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} in {text}"))
    })
    .collect();
    assert!(order.is_sorted(), "{text}");
    assert!(
        text.contains("position: [1, 0, -5.5]   # in units"),
        "{text}"
    );
}

#[test]
fn keys_come_and_go_in_writing_order() {
    let mut alpha = ship("alpha", 1.0);
    if let Value::Map(entries) = &mut alpha {
        entries.remove(2);
        entries.insert(1, ("name".to_owned(), Value::text("Player: one")));
    }
    let text = patched(&source(vec![alpha, ship("beta", 2.0), ship("gamma", 3.0)]));
    let want = TEXT
        .replace("    position: [1, 0, -5.5]   # in units\n", "")
        .replace("  # first\n", "  # first\n    name: \"Player: one\"\n");
    assert_eq!(text, want);
}

#[test]
fn a_long_flow_record_becomes_lines() {
    let mut beta = ship("beta", 2.0);
    if let Value::Map(entries) = &mut beta {
        entries.insert(1, ("name".to_owned(), Value::text("n".repeat(90))));
    }
    let text = patched(&source(vec![ship("alpha", 1.0), beta, ship("gamma", 3.0)]));
    assert!(text.contains("  - id: beta\n    name: nnn"), "{text}");
    assert!(text.contains("  # A short one.\n"), "{text}");
}

#[test]
fn the_first_key_of_a_record_may_go() {
    let text = "ships:\n  - kind: predator\n    # why\n    id: a\n";
    let record = |kind: bool| {
        let mut entries = vec![("id", Value::text("a"))];
        if kind {
            entries.push(("kind", Value::plain("predator")));
        }
        map(&[("ships", Value::Records(vec![map(&entries)]))])
    };
    let patched = patch(
        &Document::parse(text).unwrap(),
        &record(true),
        &record(false),
    );
    assert!(patched.contains("# why"), "{patched}");
    let read = Document::parse(&patched).unwrap();
    let ships = read.root.get("ships").unwrap().items().unwrap();
    assert_eq!(ships[0].get("id").unwrap().text(), Some("a"));
    assert!(ships[0].get("kind").is_none());
}

#[test]
fn a_routine_keeps_the_comment_behind_its_key() {
    let text = "run: |   # body\n  a\n\n  b\nname: x\n";
    let run = |body: &str| map(&[("run", Value::block(body)), ("name", Value::text("x"))]);
    let document = Document::parse(text).unwrap();
    assert_eq!(
        patch(&document, &run("a\n\nb\n"), &run("c\n")),
        "run: |  # body\n  c\nname: x\n"
    );
}

#[test]
fn positions_of_block_lines() {
    let text = "routines:\n  - id: a\n    run: |\n\n      one\n      two\n";
    let document = Document::parse(text).unwrap();
    let routines = document.root.get("routines").unwrap().items().unwrap();
    let run = routines[0].get("run").unwrap();
    assert_eq!(run.text(), Some("\none\ntwo\n"));
    assert_eq!(
        document.position_in(run, 1),
        Position { line: 5, column: 7 }
    );
    assert_eq!(
        document.position_in(run, 6),
        Position { line: 6, column: 8 }
    );
}

#[test]
fn errors_say_where() {
    for (text, line, column) in [
        ("a: [1,\nb: 2", 1, 4),
        ("a: &x 1\n", 1, 7),
        ("a: 1\nb: !tag 2\n", 2, 9),
        ("- a\nb: 1", 2, 1),
        ("a: 1\n---\nb: 2\n", 3, 1),
    ] {
        let error = Document::parse(text).unwrap_err();
        assert_eq!(
            error.position,
            Position { line, column },
            "{text:?}: {error}"
        );
    }
}

#[test]
fn unknown_and_doubled_keys_are_told_together() {
    let text = "id: a\nkid: 3\nid: b\nx-mine: {a: [1, two]}\npositon: 4\n";
    let document = Document::parse(text).unwrap();
    let mut problems = Vec::new();
    let reader = MapReader::new(&document.root, &schema::SHIP, &mut problems).unwrap();
    let told: Vec<_> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("`kid`"), "{told:?}");
    assert!(told[1].contains("`id` stands twice"), "{told:?}");
    assert!(told[2].contains("did you mean `position`"), "{told:?}");
    let extra = reader.extra();
    assert_eq!(extra.len(), 1);
    assert_eq!(render(&Value::Map(extra)), "x-mine: {a: [1, two]}\n");
}

#[test]
fn numbers_are_read_exactly() {
    assert_eq!(parse_integer("0x1F"), Some(31));
    assert_eq!(parse_integer("-7"), Some(-7));
    assert_eq!(parse_integer("0x-7"), None);
    assert_eq!(parse_integer("1.5"), None);
    assert_eq!(parse_integer("alpha"), None);
    // One rounding: through an f64 this text would round twice, to the even neighbour.
    assert_eq!(parse_f32("1.00000017881393432617187499"), Some(1.000_000_1));
    assert_eq!(parse_f32("infinity"), None);
    assert_eq!(parse_f32("-.inf"), Some(f32::NEG_INFINITY));
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,20}",
        "[a-z#: ,\\[\\]{}'\"\\\\\n\t-]{0,30}",
        "\\PC{0,12}",
        "[\\x00-\\xff]{0,10}",
        Just("null".to_owned()),
        Just("0x10".to_owned()),
        Just("  indented\nthen not\n".to_owned()),
        Just("ends\n\n\n".to_owned()),
        "[a-z]{1,4}(\n[a-z ]{0,4}){1,3}",
        "[a-z]{1,4}(\n[a-z ]{0,4}){1,3}\n{1,3}",
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any_text().prop_map(Value::text),
        any_text().prop_map(Value::block),
        any::<f32>()
            .prop_filter("a NaN has no equal", |f| !f.is_nan())
            .prop_map(Value::float),
        any::<u32>().prop_map(|n| Value::plain(n.to_string())),
        Just(Value::null()),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            prop::collection::btree_map("[a-z]{1,6}", inner, 1..4)
                .prop_map(|map| Value::Map(map.into_iter().collect())),
        ]
    })
}

fn record(id: String) -> impl Strategy<Value = Value> {
    prop::collection::btree_map("[b-h]{1,3}", any_value(), 0..4).prop_map(move |fields| {
        let id = [("id".to_owned(), Value::text(id.clone()))];
        Value::Map(id.into_iter().chain(fields).collect())
    })
}

fn any_source() -> impl Strategy<Value = Value> {
    let ids = prop::sample::subsequence(vec!["p", "q", "r", "s", "t"], 0..=5).prop_shuffle();
    ids.prop_flat_map(|ids| {
        ids.into_iter()
            .map(|id| record(id.to_owned()))
            .collect::<Vec<_>>()
    })
    .prop_flat_map(|records| (Just(records), any_value()))
    .prop_map(|(records, other)| {
        let mut entries = vec![("other".to_owned(), other)];
        if !records.is_empty() {
            entries.insert(0, ("ships".to_owned(), Value::Records(records)));
        }
        Value::Map(entries)
    })
}

/// A node read back as a value, compared by text.
fn reads_as(node: &formats::yaml::Node, value: &Value) -> bool {
    match value {
        Value::Scalar(scalar) => {
            node.text().is_some_and(|text| text == scalar.as_text())
                || (scalar.as_text().is_empty() && node.is_null())
        }
        Value::List(items) | Value::Records(items) => node.items().is_some_and(|nodes| {
            nodes.len() == items.len() && nodes.iter().zip(items).all(|(n, v)| reads_as(n, v))
        }),
        Value::Map(entries) => entries
            .iter()
            .all(|(key, value)| node.get(key).is_some_and(|node| reads_as(node, value))),
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(value in any_source()) {
        let text = render(&value);
        let document = Document::parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert!(reads_as(&document.root, &value), "{text}");
    }

    #[test]
    fn a_patch_means_the_new_value(old in any_source(), new in any_source()) {
        let text = render(&old);
        let document = Document::parse(&text).unwrap();
        let patched = patch(&document, &old, &new);
        let document = Document::parse(&patched).map_err(|e| TestCaseError::fail(format!("{e}\n{patched}")))?;
        prop_assert!(reads_as(&document.root, &new), "{text}\nbecame\n{patched}");
    }

    #[test]
    fn a_patch_keeps_every_comment_of_what_stays(old in any_source(), new in any_source()) {
        // A comment line above every record, and one at the end of the file.
        let plain = render(&old);
        let mut text = String::from("# top\n");
        for line in plain.lines() {
            if let Some(id) = line.strip_prefix("  - id: ") {
                text.push_str(&format!("  # about {id}\n"));
            }
            text.push_str(line);
            text.push('\n');
        }
        text.push_str("# bottom\n");
        let Ok(document) = Document::parse(&text) else { return Ok(()) };
        if !reads_as(&document.root, &old) { return Ok(()) }
        let patched = patch(&document, &old, &new);
        let document = Document::parse(&patched).map_err(|e| TestCaseError::fail(format!("{e}\n{patched}")))?;
        prop_assert!(reads_as(&document.root, &new), "{text}\nbecame\n{patched}");
        // Each stays where it was: nothing is written anew as a whole.
        let stays = patched.starts_with("# top\n") && patched.trim_end().ends_with("# bottom");
        prop_assert!(stays, "{text}\nbecame\n{patched}");
    }

    #[test]
    fn no_text_ends_the_reader(text in "\\PC{0,200}") {
        let _ = Document::parse(&text);
    }
}

/// A text may end in a line of blanks alone, deeper than its indent, as an editor leaves one where the
/// author went on to something else.
#[test]
fn a_text_that_ends_in_blanks_changes_alone() {
    for (header, end) in [("|-", ""), ("|", "\n"), ("|+", "\n\n")] {
        for blanks in ["", "    ", "      "] {
            let body = |first: &str| match blanks {
                "" => format!("{first}\nWait(2){end}"),
                _ => format!("{first}\nWait(2)\n{blanks}{end}"),
            };
            let file = |first: &str| {
                let last = match blanks {
                    "" => String::new(),
                    _ => format!("      {blanks}\n"),
                };
                let more = if header == "|+" { "\n" } else { "" };
                format!(
                    "# top\nroutines:\n  # About it.\n  - id: one\n    run: {header}\n      {first}\n      \
                     Wait(2)\n{last}{more}  # The next.\n  - {{id: two}}\n\n# bottom\n"
                )
            };
            let value = |first: &str| {
                let one = vec![
                    ("id".to_owned(), Value::text("one")),
                    ("run".to_owned(), Value::block(body(first))),
                ];
                let two = vec![("id".to_owned(), Value::text("two"))];
                let records = vec![Value::Map(one), Value::Map(two)];
                Value::Map(vec![("routines".to_owned(), Value::Records(records))])
            };
            let document = Document::parse(&file("Wait(1)")).unwrap();
            assert!(
                reads_as(&document.root, &value("Wait(1)")),
                "{header} {blanks:?}"
            );
            let changed = patch(&document, &value("Wait(1)"), &value("Wait(9)"));
            let expected = file("Wait(9)");
            let rest = |text: &str| {
                let lines = text.lines().filter(|line| !line.contains("run: |"));
                lines.map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(
                rest(&changed),
                rest(&expected),
                "{header} {blanks:?}\n{changed}"
            );
        }
    }
}

#[test]
fn every_bit_of_a_number_comes_back() {
    for bits in [
        0x7FC0_0000_u32,
        0xFFC0_0000,
        0x7F80_0001,
        0xFFC0_1234,
        0x8000_0000,
        0x0000_0001,
        0x7F80_0000,
        0xFF7F_FFFF,
    ] {
        let Value::Scalar(Scalar::Plain(text)) = Value::float(f32::from_bits(bits)) else {
            panic!("a number is plain")
        };
        assert_eq!(parse_f32(&text).map(f32::to_bits), Some(bits), "{text}");
    }
    for text in [
        "nan(0x3F800000)",
        "nan(0x7FC00000",
        "nan(FFC00000)",
        "nan()",
    ] {
        assert_eq!(parse_f32(text), None, "{text}");
    }
}
