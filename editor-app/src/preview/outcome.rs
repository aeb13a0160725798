//! What came of a test that was played: what it expected in vain, to be looked at in the run.

use std::path::Path;

use runtime::Tick;

use crate::mission_test::Verdict;

use super::time_text;

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestOutcome {
    /// Its file's name.
    pub file: String,
    /// How many expectations were looked at.
    pub checks: usize,
    /// Those that failed, in the order of the test.
    pub failed: Vec<FailedCheck>,
    /// When it ended.
    pub ended: Tick,
}

/// An expectation that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedCheck {
    /// Its line in the test, from 1; `None` for what goes without saying.
    pub line: Option<usize>,
    /// What is expected, as the test says it.
    pub what: String,
    /// When it failed, and what was the case instead.
    pub tick: Tick,
    /// What was the case instead.
    pub instead: String,
}

impl TestOutcome {
    /// What came of a test's file.
    pub fn of(path: &Path, verdict: &Verdict) -> Self {
        let failed: Vec<_> = verdict
            .checks
            .iter()
            .filter_map(|check| {
                let failure = check.failure.as_ref()?;
                Some(FailedCheck {
                    line: check.position.map(|it| it.line),
                    what: check.what.clone(),
                    tick: failure.tick,
                    instead: failure.instead.clone(),
                })
            })
            .collect();
        let silent = |check: &&crate::mission_test::Check| {
            check.position.is_some() || check.failure.is_some()
        };
        Self {
            file: path
                .file_name()
                .map_or_else(String::new, |it| it.to_string_lossy().into_owned()),
            // What goes without saying counts where it fails.
            checks: verdict.checks.iter().filter(silent).count(),
            failed,
            ended: verdict.ended,
        }
    }

    /// The moment to look at: that of the first failure, else the start.
    pub fn first(&self) -> Tick {
        let ticks = self.failed.iter().map(|it| it.tick);
        ticks.min().unwrap_or(Tick(0))
    }

    /// What came of it, in a sentence.
    pub fn text(&self) -> String {
        let file = &self.file;
        match self.failed.first() {
            None => format!(
                "The test passes: {file}, which ends at {}",
                time_text(self.ended)
            ),
            Some(first) => format!(
                "{file} failed: {} of {}; the first is {}",
                self.failed.len(),
                crate::words::counted(self.checks, "expectation"),
                first.text()
            ),
        }
    }
}

impl FailedCheck {
    /// The expectation and what was the case instead, with its line and its moment.
    pub fn text(&self) -> String {
        format!(
            "{}: at {}, {}",
            self.expected(),
            time_text(self.tick),
            self.instead
        )
    }

    /// The expectation, with its line.
    pub fn expected(&self) -> String {
        match self.line {
            Some(line) => format!("line {line}, {}", self.what),
            None => self.what.clone(),
        }
    }
}
