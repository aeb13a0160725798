//! How tests went, in lines for people and as values for programs.

use model::source::SourceProblem;
use runtime::TICKS_PER_SECOND;
use serde::Serialize;

use crate::words::counted;

use super::run::{Check, Verdict};
use super::{CoverageSum, seconds_text};

/// A test's file, and what came of it.
#[derive(Debug)]
pub struct Told {
    /// The file, as it was named.
    pub file: String,
    /// What the test shows, in words.
    pub name: Option<String>,
    /// What came of it.
    pub result: TestResult,
}

/// What came of a test's file.
#[derive(Debug)]
pub enum TestResult {
    /// It was played.
    Played(Verdict),
    /// Its mission cannot be compiled, for these reasons, each with its place.
    Uncompiled(Vec<String>),
    /// Its mission cannot be read, for this reason.
    NoMission(String),
    /// It cannot be read, for these reasons.
    Unreadable(Vec<Reason>),
}

/// Why a test cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Where in the test, if it is about a place of it: line and column, from 1.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and the way out.
    pub message: String,
}

impl From<SourceProblem> for Reason {
    fn from(problem: SourceProblem) -> Self {
        Self {
            place: Some((problem.position.line, problem.position.column)),
            message: problem.message,
        }
    }
}

impl Told {
    /// Whether the test was played and passed.
    pub fn passed(&self) -> bool {
        matches!(&self.result, TestResult::Played(verdict) if verdict.passed())
    }

    /// What is said of it in the terminal.
    pub fn text(&self) -> String {
        let file = &self.file;
        match &self.result {
            TestResult::Played(verdict) => {
                let word = if verdict.passed() { "pass" } else { "FAIL" };
                let name = self.name.as_ref().map(|it| format!(": {it}"));
                let mut text = format!("{word}  {file}{}\n", name.unwrap_or_default());
                for check in &verdict.checks {
                    text += &failure_text(file, check);
                }
                if let Some(note) = left_out_note(verdict) {
                    text += &format!("      {note}\n");
                }
                text
            }
            TestResult::Uncompiled(reasons) => {
                let mut text = format!("FAIL  {file}: the mission has errors, so it cannot run\n");
                for reason in reasons {
                    text += &format!("      {reason}\n");
                }
                text
            }
            TestResult::NoMission(reason) => {
                format!("{file}: its mission cannot be read: {reason}\n")
            }
            TestResult::Unreadable(reasons) => {
                reasons.iter().map(|it| it.line(file) + "\n").collect()
            }
        }
    }

    /// Whether it, or its mission, could not be read, so that it was not played.
    pub fn is_unreadable(&self) -> bool {
        matches!(
            self.result,
            TestResult::NoMission(_) | TestResult::Unreadable(_)
        )
    }

    /// What is said of it, for programs.
    pub fn json(&self) -> impl Serialize + use<'_> {
        let mut row = TestRow {
            file: &self.file,
            name: self.name.as_deref(),
            passed: self.passed(),
            seconds: None,
            over: None,
            left_out: None,
            checks: Vec::new(),
            problems: Vec::new(),
        };
        match &self.result {
            TestResult::Played(verdict) => {
                row.seconds = Some(f64::from(verdict.ended.0) / f64::from(TICKS_PER_SECOND));
                row.over = Some(verdict.over);
                row.left_out = Some(verdict.left_out);
                row.checks = verdict.checks.iter().map(check_row).collect();
            }
            TestResult::Uncompiled(reasons) => {
                row.problems = reasons
                    .iter()
                    .map(|message| ProblemRow {
                        line: None,
                        column: None,
                        message,
                    })
                    .collect();
            }
            TestResult::NoMission(reason) => {
                row.problems.push(ProblemRow {
                    line: None,
                    column: None,
                    message: reason,
                });
            }
            TestResult::Unreadable(reasons) => {
                row.problems = reasons
                    .iter()
                    .map(|reason| ProblemRow {
                        line: reason.place.map(|(line, _)| line),
                        column: reason.place.map(|(_, column)| column),
                        message: &reason.message,
                    })
                    .collect();
            }
        }
        row
    }
}

impl Reason {
    /// As compilers print theirs: file, place, what.
    pub fn line(&self, file: &str) -> String {
        match self.place {
            Some((line, column)) => format!("{file}:{line}:{column}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

#[derive(Serialize)]
struct TestRow<'a> {
    file: &'a str,
    name: Option<&'a str>,
    passed: bool,
    seconds: Option<f64>,
    over: Option<bool>,
    left_out: Option<u64>,
    checks: Vec<CheckRow<'a>>,
    problems: Vec<ProblemRow<'a>>,
}

#[derive(Serialize)]
struct CheckRow<'a> {
    line: Option<usize>,
    column: Option<usize>,
    expected: &'a str,
    passed: bool,
    tick: Option<u32>,
    instead: Option<&'a str>,
    story: &'a [String],
}

#[derive(Serialize)]
struct ProblemRow<'a> {
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
}

fn check_row(check: &Check) -> CheckRow<'_> {
    let failure = check.failure.as_ref();
    CheckRow {
        line: check.position.map(|it| it.line),
        column: check.position.map(|it| it.column),
        expected: &check.what,
        passed: failure.is_none(),
        tick: failure.map(|it| it.tick.0),
        instead: failure.map(|it| it.instead.as_str()),
        story: failure.map_or(&[], |it| &it.story),
    }
}

/// What is said of a check that failed; nothing of one that passed.
fn failure_text(file: &str, check: &Check) -> String {
    let Some(failure) = &check.failure else {
        return String::new();
    };
    let place = match check.position {
        Some(at) => format!("{file}:{}:{}", at.line, at.column),
        None => file.to_owned(),
    };
    let mut text = format!("  {place}: {}\n", check.what);
    text += &format!("      at {}: {}\n", failure.tick, failure.instead);
    for line in &failure.story {
        text += &format!("      | {line}\n");
    }
    text
}

/// What is said where the log had no room for all; `None` where it had.
pub(super) fn left_out_note(verdict: &Verdict) -> Option<String> {
    let entries = match verdict.left_out {
        0 => return None,
        1 => "1 entry".to_owned(),
        many => format!("{many} entries"),
    };
    Some(format!(
        "the log had no room for {entries}: the story may lack some, and counts do not"
    ))
}

/// All tests in a line.
pub fn summary(all: &[Told]) -> String {
    let passed = all.iter().filter(|it| it.passed()).count();
    let unreadable = all.iter().filter(|it| it.is_unreadable()).count();
    let failed = all.len() - passed - unreadable;
    let mut text = format!("{}: {passed} passed", counted(all.len(), "test"));
    for (many, word) in [(failed, "failed"), (unreadable, "unreadable")] {
        if many > 0 {
            text += &format!(", {many} {word}");
        }
    }
    let ticks = all.iter().map(|it| match &it.result {
        TestResult::Played(verdict) => u64::from(verdict.ended.0),
        _ => 0,
    });
    let seconds = ticks.sum::<u64>() / u64::from(TICKS_PER_SECOND);
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    text += &format!(
        ", over {} s of missions\n",
        seconds_text(seconds.saturating_mul(TICKS_PER_SECOND))
    );
    text
}

/// What tests of a mission came to, in lines.
pub fn coverage_text(mission: &str, sum: &CoverageSum) -> String {
    let mut text = format!("{mission}\n");
    let triggers = sum.triggers.iter().map(|(id, many)| (id.as_str(), *many));
    text += &reached("trigger", "fired", triggers);
    let routines = sum.routines.iter().map(|(id, many)| (id.as_str(), *many));
    text += &reached("routine", "ran", routines);
    text + &lines_text(sum)
}

/// How many lines ran, and those that never did, text by text.
fn lines_text(sum: &CoverageSum) -> String {
    let never: Vec<_> = sum.lines.iter().filter(|it| !it.ran).collect();
    let all = sum.lines.len();
    let some = all - never.len();
    let mut text = format!("  {some} of {} ran", counted(all, "line"));
    if !never.is_empty() {
        text += "; never:";
    }
    text.push('\n');
    let mut owner = None;
    for line in never {
        if owner != Some(&line.owner) {
            owner = Some(&line.owner);
            let of = sum.lines.iter().filter(|it| it.owner == line.owner);
            let ran = of.clone().filter(|it| it.ran).count();
            let of = counted(of.count(), "line");
            text += &format!("    {}: {ran} of {of}\n", line.owner);
        }
        let number = line.file_line.unwrap_or(line.line);
        text += &format!("    {number:>6}  {}\n", line.text);
    }
    text
}

fn reached<'a>(noun: &str, did: &str, counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    let counts: Vec<_> = counts.collect();
    let never: Vec<_> = counts
        .iter()
        .filter(|(_, many)| *many == 0)
        .map(|(id, _)| *id)
        .collect();
    let all = counts.len();
    let some = all - never.len();
    let mut text = format!("  {some} of {} {did}", counted(all, noun));
    if !never.is_empty() {
        text += &format!("; never {}", never.join(", "));
    }
    text + "\n"
}

/// What tests of a mission came to, for programs.
pub fn coverage_json<'a>(mission: &'a str, sum: &'a CoverageSum) -> impl Serialize + use<'a> {
    #[derive(Serialize)]
    struct Row<'a> {
        id: &'a str,
        count: u64,
    }
    #[derive(Serialize)]
    struct Sum<'a> {
        mission: &'a str,
        triggers: Vec<Row<'a>>,
        routines: Vec<Row<'a>>,
        lines: Vec<Line<'a>>,
    }
    #[derive(Serialize)]
    struct Line<'a> {
        record: String,
        line: usize,
        file_line: Option<usize>,
        text: &'a str,
        ran: bool,
    }
    let row = |(id, count)| Row { id, count };
    Sum {
        mission,
        triggers: sum
            .triggers
            .iter()
            .map(|(id, many)| row((id.as_str(), *many)))
            .collect(),
        routines: sum
            .routines
            .iter()
            .map(|(id, many)| row((id.as_str(), *many)))
            .collect(),
        lines: sum
            .lines
            .iter()
            .map(|it| Line {
                record: it.owner.to_string(),
                line: it.line,
                file_line: it.file_line,
                text: &it.text,
                ran: it.ran,
            })
            .collect(),
    }
}

/// A sentence's first letter made small, to stand within another.
pub(super) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
