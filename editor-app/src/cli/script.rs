//! `sortie script`: every routine, disassembled.

use std::path::PathBuf;

use anyhow::Result;
use formats::Tables;
use formats::script::listing::script_listing;

use crate::terminal::{Outcome, print};

use super::{image_of, open};

/// What to list.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    input: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let opened = open(&args.input)?;
    let Some(image) = image_of(&opened, &args.input) else {
        return Ok(Outcome::Errors);
    };
    print(script_listing(&image, &Tables::read(&image)))?;
    Ok(Outcome::Fine)
}
