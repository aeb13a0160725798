//! The side process that plays a mission.

use std::process::ExitCode;

use clap::Parser as _;
use runtime::engine::{self, Arguments};

fn main() -> ExitCode {
    match Arguments::try_parse() {
        Ok(arguments) => engine::run(&arguments).into(),
        Err(error) => engine::wrong_usage(&error).into(),
    }
}
