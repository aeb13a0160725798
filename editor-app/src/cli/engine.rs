//! `sortie engine`: the engine as a process of its own, as `sortie-engine` is.

use runtime::engine::{Arguments, run};

use crate::terminal::Outcome;

/// Plays a mission until it is told to end.
pub(super) fn play(arguments: &Arguments) -> Outcome {
    match run(arguments) {
        runtime::engine::Outcome::Fine => Outcome::Fine,
        runtime::engine::Outcome::Failed => Outcome::Errors,
        runtime::engine::Outcome::Refused => Outcome::Refused,
    }
}
