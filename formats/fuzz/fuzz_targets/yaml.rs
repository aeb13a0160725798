//! Any text as YAML: everything stands where it says that it stands, and what is written reads back.
#![no_main]

#[path = "../value.rs"]
mod value;

use formats::yaml::{Document, MapReader, Node, NodeValue, inline, render, schema};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let lines = text.split('\n').count();
            assert!(error.position.line <= lines + 1, "{error}");
            return;
        }
    };
    assert_eq!(document.text, text);
    for comment in &document.comments {
        assert!(text[comment.clone()].starts_with('#'));
    }
    look(&document, &document.root);
    let mut problems = Vec::new();
    if let Some(map) = MapReader::new(&document.root, &schema::SOURCE, &mut problems) {
        let _ = map.extra();
    }
    for problem in problems {
        assert!(text.get(problem.span).is_some());
    }

    let Some(value) = value::value_of(&document.root) else {
        return;
    };
    let written = render(&value);
    let again = Document::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert!(value::says(&again.root, &value), "{written}\n{value:?}");
    let line = inline(&value);
    assert!(!line.contains('\n'));
    let again = Document::parse(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
    assert!(value::says(&again.root, &value), "{line}\n{value:?}");
});

/// Spans lie in the text, children in their parents; positions of every place can be asked for.
fn look(document: &Document, node: &Node) {
    assert!(document.text.get(node.span.clone()).is_some());
    let within = |child: &Node| {
        assert!(node.span.start <= child.span.start && child.span.end <= node.span.end);
    };
    match &node.value {
        NodeValue::Scalar { text, .. } => {
            let _ = document.position_in(node, text.len());
            let _ = document.position_in(node, text.len() / 2);
        }
        NodeValue::Sequence { items, .. } => {
            for item in items {
                within(item);
                look(document, item);
            }
        }
        NodeValue::Mapping { entries, .. } => {
            for (key, value) in entries {
                within(key);
                within(value);
                look(document, key);
                look(document, value);
            }
        }
    }
}
