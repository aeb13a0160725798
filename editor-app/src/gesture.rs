//! What the history tells of edits: what they are called, and which are one movement of the hand.

use std::sync::atomic::{AtomicU64, Ordering};

use model::{AnyId, Gesture};

/// A gesture unlike any before.
pub fn new_gesture() -> Gesture {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Gesture(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The label of an edit of some records: "Move ship alpha", "Move 3 ships".
pub fn edit_label(verb: &str, records: &[AnyId]) -> String {
    match records {
        [one] => format!("{verb} {one}"),
        many => {
            let first = many.first().map_or("record", |it| it.collection.noun());
            format!("{verb} {} {first}s", many.len())
        }
    }
}
