//! How tests went, as the XML that build servers read (JUnit).
//!
//! A file is a suite and each of its expectations a case of its own, so that a server names the very
//! promise that broke and keeps a history of each. No times are written: the same tests give the same
//! file.

use std::fmt::Write as _;

use super::report::{TestResult, Told, left_out_note};
use super::run::Check;

/// The XML of all tests.
pub fn text(all: &[Told]) -> String {
    let suites: Vec<Suite> = all.iter().map(suite).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a text cannot fail.
    let _ = writeln!(
        out,
        "<testsuites name=\"sortie test\" tests=\"{}\" failures=\"{}\" errors=\"{}\">",
        sum(|it| it.tests),
        sum(|it| it.failures),
        sum(|it| it.errors)
    );
    for suite in &suites {
        out.push_str(&suite.text);
    }
    out.push_str("</testsuites>\n");
    out
}

struct Suite {
    tests: usize,
    failures: usize,
    errors: usize,
    text: String,
}

fn suite(told: &Told) -> Suite {
    let mut cases = String::new();
    let (mut tests, mut failures, mut errors) = (0, 0, 0);
    match &told.result {
        TestResult::Played(verdict) => {
            for check in &verdict.checks {
                tests += 1;
                failures += usize::from(check.failure.is_some());
                cases += &case(told, check);
            }
            if let Some(note) = left_out_note(verdict) {
                cases += &format!("    <system-out>{}</system-out>\n", escaped(&note));
            }
        }
        TestResult::Uncompiled(reasons) => {
            (tests, failures) = (1, 1);
            let text = reasons.join("\n");
            cases += &whole(
                told,
                "failure",
                "the mission has errors, so it cannot run",
                &text,
            );
        }
        TestResult::NoMission(reason) => {
            (tests, errors) = (1, 1);
            cases += &whole(told, "error", "its mission cannot be read", reason);
        }
        TestResult::Unreadable(reasons) => {
            (tests, errors) = (1, 1);
            let lines: Vec<_> = reasons.iter().map(|it| it.line(&told.file)).collect();
            cases += &whole(told, "error", "the test cannot be read", &lines.join("\n"));
        }
    }
    let name = match &told.name {
        Some(name) => format!("{}: {name}", told.file),
        None => told.file.clone(),
    };
    let text = format!(
        "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n\
         {cases}  </testsuite>\n",
        escaped(&name)
    );
    Suite {
        tests,
        failures,
        errors,
        text,
    }
}

fn case(told: &Told, check: &Check) -> String {
    let file = escaped(&told.file);
    let line = check.position.map(|it| it.line);
    let name = match line {
        Some(line) => format!("line {line}: {}", check.what),
        None => check.what.clone(),
    };
    let line = line.map(|line| format!(" line=\"{line}\""));
    let head = format!(
        "    <testcase classname=\"{file}\" name=\"{}\" file=\"{file}\"{}",
        escaped(&name),
        line.unwrap_or_default()
    );
    match &check.failure {
        None => head + "/>\n",
        Some(failure) => {
            let message = format!("at {}: {}", failure.tick, failure.instead);
            format!(
                "{head}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(&message),
                escaped(&failure.story.join("\n"))
            )
        }
    }
}

/// A case that stands for the whole of a file.
fn whole(told: &Told, kind: &str, message: &str, text: &str) -> String {
    let file = escaped(&told.file);
    format!(
        "    <testcase classname=\"{file}\" name=\"{file}\" file=\"{file}\">\n      \
         <{kind} message=\"{}\">{}</{kind}>\n    </testcase>\n",
        escaped(message),
        escaped(text)
    )
}

/// Text as XML holds it, between tags or quotes. What no XML can hold is shown by its sign.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            // Control characters have signs of their own in Unicode.
            c if u32::from(c) < 0x20 => {
                out.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'));
            }
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_holds_every_text() {
        assert_eq!(
            escaped("a<b & \"c\" 'd'\u{1}\u{1B}\n\u{FFFF}é"),
            "a&lt;b &amp; &quot;c&quot; &apos;d&apos;\u{2401}\u{241B}&#10;\u{FFFD}é"
        );
    }
}
