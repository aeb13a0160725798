//! Any text as a routine of a mission: it is assembled or has errors that say why not, its bytes go
//! back to text and to the same bytes, and an editor can be asked at any place of it.
#![no_main]

#[path = "../example.rs"]
mod example;

use formats::script::{assemble, disassemble};
use libfuzzer_sys::fuzz_target;
use model::routine::assist::{complete, definition, highlight, hover, signature_at};
use model::routine::{Scope, lift, lower, references, rename_in_text};
use model::{AnyId, Body, CodeStyle, Collection};

fuzz_target!(|input: (bool, u16, &str)| {
    let (rules, place, text) = input;
    // One with arguments, else one with an event.
    let (collection, id) = match place % 2 {
        0 => (Collection::Routines, "with_arguments"),
        _ => (Collection::Triggers, "on_shot_at"),
    };
    let scope = Scope {
        mission: &example::MISSION,
        owner: Some(AnyId {
            collection,
            id: id.into(),
        }),
        object_ids: &example::OBJECT_IDS,
    };
    let body = Body {
        text: text.to_owned(),
        style: if rules {
            CodeStyle::Rules
        } else {
            CodeStyle::Shipped
        },
        constants: Vec::new(),
    };
    let lowered = lower(&body, &scope);
    assert_eq!(lowered.items.len(), lowered.spans.len());
    for span in &lowered.spans {
        assert!(text.get(span.clone()).is_some());
    }
    for diagnostic in &lowered.diagnostics {
        let span = diagnostic.place.span.clone().unwrap_or_default();
        assert!(text.get(span).is_some(), "{diagnostic}");
    }
    if !lowered.is_broken()
        && let Ok(assembled) = assemble(&lowered.items, &[])
    {
        let bytes = assembled.bytes;
        let routine = disassemble(&bytes, 0, bytes.len());
        let lifted = lift(&routine, &bytes, &scope);
        let again = lower(&lifted.body, &scope);
        assert!(!again.is_broken(), "{}", lifted.body.text);
        let again = assemble(&again.items, &lifted.body.constants).unwrap();
        assert_eq!(again.bytes, bytes, "{text}\n---\n{}", lifted.body.text);
    }

    // What an editor asks while it is typed.
    let offset = usize::from(place) % (text.len() + 1);
    let completion = complete(text, offset, &scope);
    assert!(text.get(completion.replace).is_some());
    for (span, _) in highlight(text, &scope) {
        assert!(text.get(span).is_some());
    }
    let _ = hover(text, offset, &scope);
    let _ = signature_at(text, offset, &scope);
    if let Some(target) = definition(text, offset, &scope) {
        assert!(example::MISSION.contains(&target));
    }
    let named = references(text, &scope);
    for reference in &named {
        assert!(example::MISSION.contains(&reference.target));
        assert!(text.get(reference.span.clone()).is_some());
    }
    if let Some(first) = named.first() {
        let renamed = rename_in_text(text, &scope, &first.target, "zz_top");
        let bare = named
            .iter()
            .any(|it| it.target == first.target && !it.quoted);
        assert_eq!(renamed.is_some(), bare);
    }
});
