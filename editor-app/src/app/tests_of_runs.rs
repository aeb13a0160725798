//! A run becomes a test, and a test a run.

use std::path::{Component, Path, PathBuf};

use eframe::egui::Context;

use crate::answer::Purpose;
use crate::files::{Backup, write_atomically};
use crate::layout::Tab;
use crate::log::Level;
use crate::mission_test::{Bench, MissionTest, TestSource};
use crate::words::with_causes;

use super::App;

impl App {
    /// Asks where to, if there is a mission on disk that a test could be of.
    pub(super) fn start_saving_test(&mut self, context: &Context) {
        if self.document.path().is_none() {
            let text =
                "A test names its mission's file, and this mission has none yet; save it first.";
            self.note(Level::Warning, text);
            return;
        }
        self.pick(context, Purpose::SaveTest, None);
    }

    /// Writes a test that the run has made, and tells what a test that was played expected in vain.
    pub(super) fn mind_tests(&mut self) {
        if let Some((path, made)) = self.preview.take_test() {
            match made {
                Ok(test) => self.write_test(&path, test),
                Err(error) => self.note(Level::Error, format!("Not saved: {error}.")),
            }
        }
        if let Some(outcome) = self.preview.take_outcome() {
            for check in &outcome.failed {
                let text = format!("{}: {}", outcome.file, check.text());
                self.log.push(Level::Warning, text, None);
            }
        }
        for (passed, text) in self.preview.take_notes() {
            let level = if passed {
                Level::Success
            } else {
                Level::Warning
            };
            self.note(level, text);
        }
    }

    fn write_test(&mut self, path: &Path, mut test: MissionTest) {
        let Some(mission) = self.document.path() else {
            return;
        };
        test.mission = named_mission(path, mission);
        match write_atomically(path, test.write().as_bytes(), Backup::Last) {
            Ok(()) => {
                let dirty = match self.document.is_dirty() {
                    true => "; the mission has unsaved changes, which the test goes by",
                    false => "",
                };
                self.note(Level::Success, format!("Saved {}{dirty}", path.display()));
            }
            Err(error) => self.note(Level::Error, format!("Not saved: {}.", with_causes(&error))),
        }
    }

    /// Plays a test on the open mission: it runs to its end at once, and stands to be looked at where it
    /// first failed, or at its start.
    pub(super) fn play_test(&mut self, context: &Context, path: &Path) {
        self.analysis
            .look_now(self.document.revision(), self.document.mission());
        let findings = std::sync::Arc::clone(self.analysis.findings());
        let Some(image) = findings.image.clone() else {
            self.note(
                Level::Warning,
                "The mission has errors, so it cannot run; see Problems.",
            );
            self.dock.show_tab(Tab::Problems);
            return;
        };
        let problems = |problems: Vec<model::source::SourceProblem>| -> Vec<String> {
            let lines = problems.iter();
            lines
                .map(|it| {
                    let at = it.position;
                    let (line, column) = (at.line, at.column);
                    format!("{}:{line}:{column}: {}", path.display(), it.message)
                })
                .collect()
        };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                let text = format!("{} cannot be read: {error}", path.display());
                self.note(Level::Error, text);
                return;
            }
        };
        let mission = self.document.mission().clone();
        let bench = Bench::of(mission, image, (*findings.source_map).clone());
        let read = TestSource::parse(&text)
            .map_err(|problem| problems(vec![problem]))
            .and_then(|source| source.read(bench.mission()).map_err(problems));
        match read {
            Ok(read) => {
                self.preview.play_test(
                    context,
                    (path, bench, read),
                    &findings,
                    &self.document.shared(),
                    &self.settings,
                    &self.breakpoints,
                );
                self.dock.show_tab(Tab::Preview);
            }
            Err(problems) => {
                for problem in problems {
                    self.note(Level::Error, problem);
                }
            }
        }
    }
}

/// What a test calls its mission; nothing where the mission has the test's own name beside it.
fn named_mission(test: &Path, mission: &Path) -> Option<String> {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (test, mission) = (whole(test), whole(mission));
    let folder = test.parent()?;
    let name = test.file_name().unwrap_or_default().to_string_lossy();
    if let Some(stem) = name.strip_suffix(".test.yaml")
        && mission == folder.join(format!("{stem}.mission.yaml"))
    {
        return None;
    }
    let path = from_folder(folder, &mission);
    Some(path.to_string_lossy().replace('\\', "/"))
}

/// A file as it is named from a folder, so that both can be moved together; by its whole name where
/// nothing leads from one to the other, such as on another drive.
fn from_folder(folder: &Path, file: &Path) -> PathBuf {
    let shared = folder
        .components()
        .zip(file.components())
        .take_while(|(one, other)| one == other)
        .count();
    let up = folder.components().skip(shared);
    if !up.clone().all(|part| matches!(part, Component::Normal(_))) {
        return file.to_path_buf();
    }
    let up = up.map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_names_its_mission_where_its_own_name_does_not() {
        let named = |test: &str, mission: &str| named_mission(Path::new(test), Path::new(mission));
        assert_eq!(named("/m/a.test.yaml", "/m/a.mission.yaml"), None);
        assert_eq!(
            named("/m/a.test.yaml", "/m/b.mission.yaml").as_deref(),
            Some("b.mission.yaml")
        );
        assert_eq!(
            named("/m/a.test.yaml", "/m/sub/a.mission.yaml").as_deref(),
            Some("sub/a.mission.yaml")
        );
        assert_eq!(
            named("/m/tests/a.test.yaml", "/m/a.mission.yaml").as_deref(),
            Some("../a.mission.yaml")
        );
        assert_eq!(
            named("/m/tests/deep/a.test.yaml", "/m/sub/a.dte").as_deref(),
            Some("../../sub/a.dte")
        );
        assert_eq!(
            named("/m/a.test.yaml", "/m/a.dte").as_deref(),
            Some("a.dte"),
            "a source of that name may come to lie beside it"
        );
    }
}
