//! What is asked of the link to a game.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use eframe::egui::Context;
use model::Gesture;
use model::edit::Edit;

use crate::answer::{Purpose, Then};
use crate::dialogs::Question;
use crate::layout::Tab;
use crate::live_link::{Frame, LinkAction, LiveLink, Status, reason_text};
use crate::log::Level;
use crate::preview::played_number;
use crate::words::with_causes;

use super::App;
use super::game_files::{is_ours, mission_path, startable};

impl App {
    /// Takes what came over the link since the last frame.
    pub(super) fn mind_link(&mut self, context: &Context) {
        let said = self.with_frame(context, |link, frame| link.update(frame));
        for (level, text) in said {
            self.note(level, text);
        }
    }

    fn with_frame<T>(
        &mut self,
        context: &Context,
        act: impl FnOnce(&mut LiveLink, &mut Frame<'_>) -> T,
    ) -> T {
        let mut frame = Frame {
            context,
            revision: self.document.revision(),
            mission: &self.document.shared(),
            findings: self.analysis.findings(),
            breakpoints: &self.breakpoints,
            rate: self.settings.link_rate,
            history: self.document.history(),
            preview: &mut self.preview,
        };
        act(&mut self.link, &mut frame)
    }

    /// Has another program play than this one, as for tests, whose own program is another.
    pub fn set_engine(&mut self, program: PathBuf) {
        self.link.set_engine(program);
    }

    /// Ends the process that plays as a crash does, for tests of what comes then.
    pub fn kill_engine(&mut self) {
        self.link.kill();
    }

    /// Carries out what is asked of the link.
    pub(super) fn link(&mut self, context: &Context, action: LinkAction) {
        match action {
            LinkAction::StartEngine => self.start_engine(context),
            LinkAction::StartGame => self.start_game(context),
            LinkAction::Connect(port) => {
                self.settings.link_port = port;
                self.with_frame(context, |link, frame| link.connect(frame, port));
                self.dock.show_tab(Tab::Live);
            }
            LinkAction::Disconnect => {
                self.link.disconnect(&mut self.preview);
            }
            LinkAction::Restart if self.link.started_game() => self.start_game(context),
            LinkAction::Restart => self.start_engine(context),
            LinkAction::LiveEdits(on) => self.link.set_live_edits(on),
            LinkAction::SendDocument => self.send_document(context),
            LinkAction::Fetch => {
                if let (Some(image), Some(started)) = (self.link.first_file(), self.link.mission())
                {
                    let file = Then::Image {
                        name: started.file.clone(),
                        image: std::sync::Arc::clone(image),
                    };
                    self.unless_unsaved(context, file);
                }
            }
            LinkAction::PullPlaces => self.pull_places(context),
            LinkAction::View(ship) => {
                let number = self.preview.ship_number(&ship);
                let number = number.ok_or_else(|| format!("{ship} is not in the game's mission"));
                if let Err(why) = number.and_then(|number| self.link.view(number)) {
                    self.note(
                        Level::Warning,
                        format!("The view stays where it is: {why}."),
                    );
                }
            }
            LinkAction::Port(port) => self.settings.link_port = port,
            LinkAction::Rate(rate) => self.settings.link_rate = rate,
            LinkAction::Game(program) => self.settings.game = program,
        }
    }

    /// The mission as an image, if it has no errors; else says so.
    fn image_to_play(&mut self) -> Option<std::sync::Arc<formats::Image>> {
        self.analysis
            .look_now(self.document.revision(), self.document.mission());
        let findings = self.analysis.findings();
        let image = findings.image.clone().filter(|_| !findings.has_errors());
        if image.is_none() {
            let text = "The mission has errors, so no game can play it; see Problems.";
            self.note(Level::Warning, text);
            self.dock.show_tab(Tab::Problems);
        }
        image
    }

    fn start_engine(&mut self, context: &Context) {
        let Some(image) = self.image_to_play() else {
            return;
        };
        let (name, number) = (self.document.stem(), played_number(self.document.mission()));
        let preview = &mut self.preview;
        let started = self
            .link
            .start_engine(context, preview, &name, number, &image);
        if let Err(why) = started {
            self.note(
                Level::Error,
                format!("The engine cannot be started: {why}."),
            );
        }
        self.dock.show_tab(Tab::Live);
    }

    /// Exports the mission to where the game looks, and starts the game. A file that is there and is
    /// another is asked about first.
    fn start_game(&mut self, context: &Context) {
        self.dock.show_tab(Tab::Live);
        if self.settings.game.is_none() {
            let text = "Say first where the game's program is, in the panel Live.";
            self.note(Level::Info, text);
            return;
        }
        let Some(program) = self.game_program() else {
            return;
        };
        let Some(image) = self.image_to_play() else {
            return;
        };
        let path = mission_path(&program, played_number(self.document.mission()));
        if !path.parent().is_some_and(Path::is_dir) {
            self.dialogs.ask(Question::NoMissions { program, path });
        } else if path.exists() && !is_ours(&path, &image) {
            self.dialogs.ask(Question::Replace {
                purpose: Purpose::IntoGame,
                path,
                then: None,
            });
        } else {
            self.play_in_game(context, &path);
        }
    }

    /// The game's program, whole, if it can be started as far as can be seen; else says why not.
    fn game_program(&mut self) -> Option<PathBuf> {
        match startable(self.settings.game.as_deref()?) {
            Ok(program) => Some(program),
            Err(why) => {
                self.note(Level::Error, format!("The game cannot be started: {why}."));
                None
            }
        }
    }

    /// Puts the mission where the game looks for it, in a folder that is made if there is none, and
    /// starts the game.
    pub(super) fn play_in_game(&mut self, context: &Context, path: &Path) {
        // It may have gone since the question was asked, and then nothing is touched either.
        let Some(program) = self.game_program() else {
            return;
        };
        let Some(image) = self.image_to_play() else {
            return;
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let written = std::fs::create_dir_all(folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))
            .and_then(|()| self.document.export(path, Some(&image)));
        if let Err(error) = written {
            let why = with_causes(&error);
            self.note(Level::Error, format!("The game is not started: {why}."));
            return;
        }
        let (port, number) = (
            self.settings.link_port,
            played_number(self.document.mission()),
        );
        let started = self.with_frame(context, |link, frame| {
            link.start_game(frame, &program, port, number)
        });
        if let Err(why) = started {
            self.note(Level::Error, format!("The game cannot be started: {why}."));
        }
    }

    fn send_document(&mut self, context: &Context) {
        if self.image_to_play().is_none() {
            return;
        }
        let said = self.with_frame(context, |link, frame| link.send_document(frame));
        if said.is_empty() {
            let (level, text) = match self.link.refused() {
                [] => (
                    Level::Success,
                    "The game has the document's build.".to_owned(),
                ),
                [one, ..] => (
                    Level::Warning,
                    format!(
                        "The document cannot go to a mission that plays. {}",
                        reason_text(one, self.document.mission())
                    ),
                ),
            };
            self.note(level, text);
        }
        for (level, text) in said {
            self.note(level, text);
        }
    }

    fn pull_places(&mut self, context: &Context) {
        let Some(image) = self.image_to_play() else {
            return;
        };
        let pull = match self
            .link
            .pull(self.document.mission(), &image, &self.preview)
        {
            Ok(pull) => pull,
            Err(why) => {
                self.note(Level::Warning, format!("Nothing is taken: {why}."));
                return;
            }
        };
        let left = match pull.left_out {
            0 => String::new(),
            left => format!("; {left} that are not in play stay where they are"),
        };
        if pull.ships.is_empty() {
            let text = format!("Every ship in play is where the document has it{left}.");
            self.note(Level::Info, text);
            return;
        }
        let count = crate::words::counted(pull.ships.len(), "ship");
        let label = format!("Pull {count} from the game");
        let nothing: Option<Gesture> = None;
        match self.document.apply(label, nothing, Edit::All(pull.edits)) {
            Ok(()) => {
                // What came from the game does not go back to it.
                self.analysis
                    .look_now(self.document.revision(), self.document.mission());
                self.with_frame(context, |link, frame| {
                    link.pulled(&image, &pull.numbers, frame);
                });
                self.selection.set(pull.ships);
                let text = format!("{count} moved to where the game has them{left}.");
                self.note(Level::Success, text);
            }
            Err(error) => self.note(Level::Error, format!("Nothing is taken: {error}.")),
        }
    }

    /// Whether the preview's own commands go to a linked game.
    pub(super) fn is_linked(&self) -> bool {
        self.preview.is_linked() && self.link.status() != Status::None
    }
}

impl App {
    /// Opens what a game plays.
    pub(super) fn open_image(&mut self, name: &str, image: &formats::Image) {
        let path = Path::new(name);
        match crate::mission_file::read(path, image.bytes().to_vec()) {
            Ok(opened) => {
                let document = crate::document::Document::opened(path, opened);
                self.replace(document);
                self.log
                    .push(Level::Info, format!("Opened {name} from the game"), None);
            }
            Err(error) => self.note(Level::Error, error.to_string()),
        }
    }
}
