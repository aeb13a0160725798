//! One text turned into meaning what another means: it does, and keeps its comments; a text that goes
//! on to mean the same is not touched.
#![no_main]

#[path = "../value.rs"]
mod value;

use formats::yaml::{Document, patch};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: (&str, &str)| {
    let (before, after) = texts;
    let (Ok(before), Ok(after)) = (Document::parse(before), Document::parse(after)) else {
        return;
    };
    let (Some(old), Some(new)) = (value::value_of(&before.root), value::value_of(&after.root))
    else {
        return;
    };
    if before.root.is_null() {
        return;
    }
    assert_eq!(patch(&before, &old, &old), before.text);
    let text = patch(&before, &old, &new);
    let patched = Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    // A key of the text that `old` has and `new` has not is gone, so the two say just the same.
    assert!(value::says(&patched.root, &new), "{text}\n{new:?}");
});
