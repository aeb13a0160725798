//! What goes to the terminal: results to stdout, messages to stderr.

use std::io::{self, Write as _};

use super::Outcome;

/// Prints a line.
pub(super) fn print(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")?;
    // A parent waits for the line.
    stdout.flush()
}

/// Tells a message, a line with its sender.
pub(super) fn tell(message: &str) {
    // Where messages cannot be told, that cannot be told either.
    let _ = writeln!(io::stderr(), "sortie-engine: {message}");
}

/// Answers arguments that are none of the engine's in one line, or a question for help.
pub fn wrong_usage(error: &clap::Error) -> Outcome {
    if !error.use_stderr() {
        // Where help cannot be printed, nothing can.
        let _ = error.print();
        return Outcome::Fine;
    }
    // The first paragraph says what is wrong; the usage behind it is what --help is for.
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty());
    let told: Vec<&str> = lines.map(str::trim).collect();
    let told = told.join(" ");
    let told = told.strip_prefix("error: ").unwrap_or(&told);
    tell(&format!(
        "{told}; `sortie-engine --help` lists the arguments"
    ));
    Outcome::Refused
}
