//! The program: a command without a window, or the window.

use std::process::ExitCode;

use clap::Parser as _;
use editor_app::cli::{self, Cli};

fn main() -> ExitCode {
    let arguments = match Cli::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return cli::wrong_usage(&error).into(),
    };
    if let Some(told) = arguments.file.as_deref().and_then(cli::no_such) {
        editor_app::terminal::tell(told);
        return editor_app::terminal::Outcome::Refused.into();
    }
    match arguments.command {
        Some(command) => cli::run(command).into(),
        None => editor_app::app::run(arguments.file).into(),
    }
}
