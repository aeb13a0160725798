//! What goes to the terminal: results, messages, and the exit code.

use std::borrow::Cow;
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

/// Prints a result, what controls a terminal made visible. A reader that has seen enough, as `head` has,
/// is no error.
///
/// # Errors
/// Where stdout cannot be written to, as on a full disk.
pub fn print(text: impl AsRef<str>) -> anyhow::Result<()> {
    print_on(text).map(drop)
}

/// Prints a part of a result that goes on; says whether anybody still reads.
///
/// # Errors
/// As [`print()`].
pub fn print_on(text: impl AsRef<str>) -> anyhow::Result<bool> {
    let text = &*escaped(text.as_ref());
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
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("the result could not be printed"),
    }
}

/// Prints a value as JSON.
///
/// # Errors
/// As [`print()`], and where the value has no form in JSON.
pub fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print(escaped_in_json(&serde_json::to_string_pretty(value)?))
}

/// Prints a value as JSON on a line of its own, as a part of a result that goes on; says whether
/// anybody still reads.
///
/// # Errors
/// As [`print_json()`].
pub fn print_json_line(value: &impl serde::Serialize) -> anyhow::Result<bool> {
    print_on(escaped_in_json(&serde_json::to_string(value)?))
}

/// Prints a message, likewise.
pub fn tell(text: impl AsRef<str>) {
    // Where messages cannot be told, that cannot be told either.
    let _ = writeln!(std::io::stderr(), "{}", escaped(text.as_ref()));
}

/// A text with what would control a terminal written out, as `\u{1b}` for ESC: names in a mission are
/// its author's, and must not move the cursor, colour what follows or turn it round. Lines and tabs
/// stay.
fn escaped(text: &str) -> Cow<'_, str> {
    written_out(text, |c| c.escape_unicode().to_string())
}

/// The same of JSON, where such a character stands within quotes alone and has a form of its own: who
/// reads it gets the same text.
fn escaped_in_json(json: &str) -> Cow<'_, str> {
    written_out(json, |c| format!("\\u{:04x}", u32::from(c)))
}

fn written_out(text: &str, form: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_control(c) {
            true => out.push_str(&form(c)),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether a character does something to a terminal rather than stand in it.
fn is_control(c: char) -> bool {
    let turns = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_controls_a_terminal_is_written_out() {
        let text = "a\u{1B}[31m\u{7F}\u{9B}\r\u{202E}b\n\tc é \u{1F680}";
        assert_eq!(
            escaped(text),
            "a\\u{1b}[31m\\u{7f}\\u{9b}\\u{d}\\u{202e}b\n\tc é \u{1F680}"
        );
        assert_eq!(escaped("plain\n"), "plain\n");
        let json = serde_json::to_string(text).unwrap();
        let written = escaped_in_json(&json);
        assert!(!written.contains(is_control), "{written}");
        let read: String = serde_json::from_str(&written).unwrap();
        assert_eq!(read, text, "who reads it gets the same");
    }
}
