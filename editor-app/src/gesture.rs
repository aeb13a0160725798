//! Numbers for gestures, so that the edits of one movement of the hand are one step.

use std::sync::atomic::{AtomicU64, Ordering};

use model::Gesture;

/// A gesture unlike any before.
pub fn new_gesture() -> Gesture {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Gesture(NEXT.fetch_add(1, Ordering::Relaxed))
}
