//! `sortie build`: a mission to an image.

use std::path::PathBuf;

use anyhow::Result;

use crate::files::{Backup, write_atomically};
use crate::mission_file::Origin;

use crate::terminal::{Outcome, tell};
use crate::words::counted;

use super::{compiled, mind_output, open};

/// What to compile, and where to.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The image to write.
    #[arg(short, long, value_name = "OUT.dte")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    mind_output(&args.input, &args.output, "the image", &["dte"])?;
    let opened = open(&args.input)?;
    // An image that nobody edited is written as it was, whatever rules it breaks.
    if let Origin::Image(image) = &opened.origin {
        write_atomically(&args.output, image.bytes(), Backup::First)?;
        return Ok(Outcome::Fine);
    }
    match compiled(&opened, &args.input) {
        Ok(image) => {
            write_atomically(&args.output, image.bytes(), Backup::First)?;
            Ok(Outcome::Fine)
        }
        Err(errors) => {
            tell(format!(
                "{}; {} was not written",
                counted(errors, "error"),
                args.output.display()
            ));
            Ok(Outcome::Errors)
        }
    }
}
