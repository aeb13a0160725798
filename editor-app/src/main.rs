//! The program: a command without a window, or the window.

use std::process::ExitCode;

use clap::Parser as _;
use editor_app::cli::{self, Cli};

fn main() -> ExitCode {
    let arguments = Cli::parse();
    match arguments.command {
        Some(command) => cli::run(command).into(),
        None => editor_app::app::run(arguments.file).into(),
    }
}
