//! `sortie check`: what is wrong with a mission.

use std::path::{Path, PathBuf};

use anyhow::Result;
use formats::yaml::Position;
use model::diagnostic::{Diagnostic, Severity};
use model::validate;
use serde::Serialize;

use crate::mission_file::{self, Opened};

use crate::terminal::{Outcome, print, print_json, tell};
use crate::words::counted;

use super::line;

/// What to check.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Print JSON, for programs to read.
    #[arg(long)]
    json: bool,
}

/// A diagnostic as a program reads it.
#[derive(Serialize)]
struct Told<'a> {
    severity: String,
    code: &'a str,
    record: Option<String>,
    field: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
    fixes: Vec<&'a str>,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let opened = match mission_file::open(&args.input) {
        Ok(opened) => opened,
        Err(error) => {
            unreadable(args, &error)?;
            return Ok(Outcome::Refused);
        }
    };
    let mut diagnostics = opened.diagnostics.clone();
    diagnostics.extend(validate::check(&opened.mission));
    diagnostics.sort_by_key(|it| (std::cmp::Reverse(it.severity), opened.position(&it.place)));
    if args.json {
        let told: Vec<_> = diagnostics
            .iter()
            .map(|it| tell_json(it, &opened))
            .collect();
        print_json(&told)?;
    } else {
        list(&diagnostics, &opened, &args.input)?;
    }
    let failed = diagnostics.iter().any(|it| it.severity == Severity::Error);
    Ok(if failed {
        Outcome::Errors
    } else {
        Outcome::Fine
    })
}

fn unreadable(args: &Args, error: &mission_file::OpenError) -> Result<()> {
    if !args.json {
        tell(error.to_string());
        return Ok(());
    }
    let problems = error.problems();
    let told: Vec<_> = problems
        .iter()
        .map(|(position, message)| Told {
            severity: Severity::Error.to_string(),
            code: "unreadable",
            record: None,
            field: None,
            line: position.map(|it| it.line),
            column: position.map(|it| it.column),
            message,
            fixes: Vec::new(),
        })
        .collect();
    print_json(&told)
}

fn tell_json<'a>(diagnostic: &'a Diagnostic, opened: &Opened) -> Told<'a> {
    let position: Option<Position> = opened.position(&diagnostic.place);
    Told {
        severity: diagnostic.severity.to_string(),
        code: diagnostic.code,
        record: diagnostic.place.record.as_ref().map(ToString::to_string),
        field: diagnostic.place.field,
        line: position.map(|it| it.line),
        column: position.map(|it| it.column),
        message: &diagnostic.message,
        fixes: diagnostic
            .fixes
            .iter()
            .map(|fix| fix.title.as_str())
            .collect(),
    }
}

fn list(diagnostics: &[Diagnostic], opened: &Opened, path: &Path) -> Result<()> {
    for diagnostic in diagnostics {
        print(line(diagnostic, opened, path))?;
    }
    let count = |severity| {
        let all = diagnostics.iter().filter(|it| it.severity == severity);
        counted(all.count(), &severity.to_string())
    };
    tell(format!(
        "{}, {}, {}",
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Hint)
    ));
    Ok(())
}
