//! What goes to the terminal: results to stdout, messages to stderr.

use std::io::{self, Write as _};
use std::path::Path;

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

/// A path as a shell takes it for one word, so that an advised command can be run as it is written.
pub fn shell_word(path: &Path) -> String {
    let mut word = path.to_string_lossy().into_owned();
    // What begins so is taken for an option.
    if word.starts_with('-') {
        word.insert_str(0, "./");
    }
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:,@%".contains(c);
    match (cfg!(windows), word.is_empty()) {
        // A path of Windows has no quotes in it, and backslashes mean themselves there.
        (true, false) if word.chars().all(|c| is_plain(c) || c == '\\') => word,
        (true, _) => format!("\"{word}\""),
        (false, false) if word.chars().all(is_plain) => word,
        (false, _) => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_shell_takes_a_path_for_one_word() {
        for (path, word) in [
            ("a/first-sortie.mission.yaml", "a/first-sortie.mission.yaml"),
            ("my missions/a.dte", "'my missions/a.dte'"),
            ("it's.dte", r"'it'\''s.dte'"),
            ("$(a).dte", "'$(a).dte'"),
            ("-a.dte", "./-a.dte"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }
}
