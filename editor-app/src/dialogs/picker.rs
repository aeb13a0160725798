//! Choosing a file by the desktop's dialog, or by our own where the desktop has none.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::Context;

use crate::answer::{Answer, Purpose, Then};
use crate::document::Document;
use crate::settings::Settings;

use super::browser::Browser;

/// A desktop dialog that answers nothing this fast was never shown: the desktop has none, which its
/// answer does not tell apart from a cancel.
const NEVER_SHOWN: Duration = Duration::from_millis(500);

/// A choice that is being made.
pub(super) struct Picker {
    purpose: Purpose,
    then: Option<Then>,
    folder: PathBuf,
    name: String,
    state: State,
}

enum State {
    Desktop(Receiver<(Option<PathBuf>, Duration)>),
    Own(Box<Browser>),
}

impl Picker {
    pub(super) fn start(
        context: &Context,
        purpose: Purpose,
        then: Option<Then>,
        document: &Document,
        settings: &Settings,
    ) -> Self {
        let remembered = match purpose {
            Purpose::Export | Purpose::IntoGame => &settings.image_folder,
            Purpose::Game => &None,
            Purpose::Open | Purpose::Save | Purpose::SaveTest | Purpose::PlayTest => {
                &settings.source_folder
            }
        };
        let beside = match purpose {
            Purpose::Game => settings.game.as_deref(),
            _ => document.path(),
        };
        let beside = beside.and_then(Path::parent).map(Path::to_path_buf);
        let folder = beside
            .or_else(|| remembered.clone())
            .filter(|folder| folder.is_dir())
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_else(|| PathBuf::from("."));
        let name = match purpose {
            Purpose::Open | Purpose::PlayTest | Purpose::Game => String::new(),
            Purpose::SaveTest => free_test(&folder, &document.stem()),
            Purpose::Save => format!("{}.mission.yaml", document.stem()),
            Purpose::Export | Purpose::IntoGame => match document.mission().number {
                Some(number) => format!("mission{number}.dte"),
                None => format!("{}.dte", document.stem()),
            },
        };
        let state = if settings.own_dialogs || !has_desktop() {
            State::Own(Box::new(Browser::new(purpose, &folder, &name)))
        } else {
            State::Desktop(ask_desktop(context, purpose, &folder, &name))
        };
        Self {
            purpose,
            then,
            folder,
            name,
            state,
        }
    }

    /// Draws the choice. `None` while it is open, then the answer, if it is one.
    pub(super) fn ui(&mut self, context: &Context) -> Option<Option<Answer>> {
        let mut asked = false;
        let picked = match &mut self.state {
            State::Own(browser) => {
                // It puts the ending on before it asks about a file that is there.
                asked = true;
                browser.ui(context)?
            }
            State::Desktop(answer) => match answer.try_recv() {
                Ok((None, took)) if took < NEVER_SHOWN => {
                    let browser = Browser::new(self.purpose, &self.folder, &self.name);
                    self.state = State::Own(Box::new(browser));
                    return None;
                }
                Ok((picked, _)) => picked,
                Err(std::sync::mpsc::TryRecvError::Empty) => return None,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => None,
            },
        };
        Some(picked.map(|path| {
            let with_ending = self.purpose.with_ending(path.clone());
            match asked || with_ending == path {
                true => Answer::Picked(self.purpose, with_ending, self.then.clone()),
                false => Answer::Renamed(self.purpose, with_ending, self.then.clone()),
            }
        }))
    }
}

/// A name for one more test of a mission: a run is another test than those that are there.
fn free_test(folder: &Path, stem: &str) -> String {
    let first = format!("{stem}.test.yaml");
    let others = (2..1_000).map(|number| format!("{stem}-{number}.test.yaml"));
    let mut names = std::iter::once(first.clone()).chain(others);
    names
        .find(|name| !folder.join(name).exists())
        .unwrap_or(first)
}

/// Whether there can be a desktop dialog at all: on Linux they come over the session bus.
fn has_desktop() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
}

fn ask_desktop(
    context: &Context,
    purpose: Purpose,
    folder: &Path,
    name: &str,
) -> Receiver<(Option<PathBuf>, Duration)> {
    let (sender, answer) = channel();
    let context = context.clone();
    let (folder, name) = (folder.to_path_buf(), name.to_owned());
    thread::spawn(move || {
        let begun = Instant::now();
        let dialog = rfd::FileDialog::new()
            .set_title(purpose.title())
            .set_directory(folder)
            .set_file_name(name);
        let dialog = match purpose.endings() {
            [] => dialog,
            endings => dialog.add_filter("Missions", endings),
        };
        let picked = if purpose.writes() {
            dialog.save_file()
        } else {
            dialog.pick_file()
        };
        // A window that is gone has no use for the answer.
        let _ = sender.send((picked, begun.elapsed()));
        context.request_repaint();
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_purpose_lists_the_files_that_it_is_for() {
        for (purpose, name, listed) in [
            (Purpose::Open, "a.mission.yaml", true),
            (Purpose::Open, "A.DTE", true),
            (Purpose::Open, "a.test.yaml", false),
            (Purpose::Save, "a.Test.yml", false),
            (Purpose::Save, "a.yaml", true),
            (Purpose::PlayTest, "a.test.yaml", true),
            (Purpose::Export, "a.yaml", false),
            (Purpose::Game, "openreliant", true),
            (Purpose::Game, "openreliant.exe", true),
        ] {
            assert_eq!(purpose.shows(name), listed, "{purpose:?} {name}");
        }
        let program = PathBuf::from("game/openreliant");
        assert_eq!(Purpose::Game.with_ending(program.clone()), program);
    }

    #[test]
    fn a_name_gets_the_ending_it_needs() {
        let save = |name: &str| Purpose::Save.with_ending(PathBuf::from(name));
        assert_eq!(save("a"), Path::new("a.mission.yaml"));
        assert_eq!(save("a.yaml"), Path::new("a.yaml"));
        assert_eq!(save("a.dte"), Path::new("a.mission.yaml"));
        assert_eq!(save(".dte"), Path::new(".dte.mission.yaml"));
        assert_eq!(
            Purpose::Export.with_ending(PathBuf::from("a.mission.yaml")),
            Path::new("a.dte")
        );
        assert_eq!(save("dir.x/a.b"), Path::new("dir.x/a.b.mission.yaml"));
        assert_eq!(
            Purpose::Export.with_ending(PathBuf::from("m")),
            Path::new("m.dte")
        );
        assert_eq!(
            Purpose::Open.with_ending(PathBuf::from("m")),
            Path::new("m")
        );
    }
}
