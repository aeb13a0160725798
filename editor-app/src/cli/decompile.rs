//! `sortie decompile`: an image to a mission source.

use std::path::PathBuf;

use anyhow::Result;
use model::diagnostic::Severity;
use model::source::write;

use crate::files::{Backup, write_atomically};
use crate::mission_file::Origin;

use crate::terminal::Outcome;

use super::{mind_output, open, tell_all};

/// What to take apart, and where to write it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The image, as NAME.dte.
    #[arg(value_name = "IN.dte")]
    input: PathBuf,
    /// The source to write.
    #[arg(short, long, value_name = "OUT.mission.yaml")]
    output: PathBuf,
    /// Also keep the image's stale bytes, so that a build gives the very same file back.
    #[arg(long)]
    residue: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    mind_output(&args.input, &args.output, "the source", &["yaml", "yml"])?;
    let opened = open(&args.input)?;
    tell_all(&opened.diagnostics, &opened, &args.input, Severity::Warning);
    let text = match &opened.origin {
        Origin::Source(source) => source.text().to_owned(),
        Origin::Image(_) => write(&opened.mission, args.residue),
    };
    write_atomically(&args.output, text.as_bytes(), Backup::Last)?;
    Ok(Outcome::Fine)
}
