//! What goes to the terminal: results, messages, and the exit code.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;

/// How a command went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Fine,
    /// The mission has errors.
    Errors,
    /// The command cannot be carried out as asked.
    Refused,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::Errors => Self::from(1),
            Outcome::Refused => Self::from(2),
        }
    }
}

/// Prints a result. A reader that has seen enough, as `head` has, is no error.
///
/// # Errors
/// Where stdout cannot be written to, as on a full disk.
pub fn print(text: impl AsRef<str>) -> anyhow::Result<()> {
    let text = text.as_ref();
    let mut stdout = std::io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| match text.ends_with('\n') {
            true => Ok(()),
            false => stdout.write_all(b"\n"),
        })
        // A message that follows must not come before it.
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(error).context("the result could not be printed")
        }
        _ => Ok(()),
    }
}

/// Prints a value as JSON.
///
/// # Errors
/// As [`print()`], and where the value has no form in JSON.
pub fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print(serde_json::to_string_pretty(value)?)
}

/// Prints a message.
pub fn tell(text: impl AsRef<str>) {
    // Where messages cannot be told, that cannot be told either.
    let _ = writeln!(std::io::stderr(), "{}", text.as_ref());
}
