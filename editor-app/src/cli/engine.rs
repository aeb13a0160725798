//! `sortie engine`: the engine as a process of its own, as `sortie-engine` is, for sources too.

use anyhow::Result;
use runtime::engine::{self, Arguments};

use crate::mission_file::Origin;
use crate::preview::played_number;
use crate::terminal::{Outcome, tell};
use crate::words::counted;

use super::{compiled, open};

/// Plays a mission until it is told to end.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let path = &arguments.mission;
    let ending = path.extension().unwrap_or_default();
    // The engine reads images itself, and no more of a file than the game does.
    if ending.eq_ignore_ascii_case("dte") {
        return Ok(engine::run(arguments).into());
    }
    let opened = open(path)?;
    if let Origin::Image(_) = &opened.origin {
        return Ok(engine::run(arguments).into());
    }
    Ok(match compiled(&opened, path) {
        Ok(image) => engine::run_image(arguments, image, played_number(&opened.mission)).into(),
        Err(errors) => {
            tell(format!(
                "{}; {} cannot be played",
                counted(errors, "error"),
                path.display()
            ));
            Outcome::Errors
        }
    })
}

impl From<engine::Outcome> for Outcome {
    fn from(outcome: engine::Outcome) -> Self {
        match outcome {
            engine::Outcome::Fine => Self::Fine,
            engine::Outcome::Failed => Self::Errors,
            engine::Outcome::Refused => Self::Refused,
        }
    }
}
