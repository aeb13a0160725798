//! The link to a game that plays: Sortie's own engine in a process beside the window, or a running
//! OpenReliant.
//!
//! Nothing of it waits: a client's own threads read and write, and each frame takes what came. The run
//! of a game is shown by the same panels as the editor's own. The document changes by the author's
//! edits alone.

mod builds;
mod dial;
mod edit_words;
mod linked;
mod shown;
mod side_process;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::Context;
use formats::Image;
use model::edit::Edit;
use model::{AnyId, History, Mission, Rotation, ShipChange};
use runtime::link::ToGame;
use runtime::link::client::Lost;
use runtime::link::edits::pull_places;

use crate::analysis::Findings;
use crate::breakpoints::Breakpoints;
use crate::log::Level;
use crate::preview::{Names, Preview};

use dial::Dial;
use linked::{Here, Linked, Said};
use side_process::{Happened, Plan, SideProcess};

pub use edit_words::{reason_text, restarted_text};
pub use words::{Does, does, peer_text, section_words};

/// Something to be done with the link.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkAction {
    /// Starts Sortie's own engine on the open mission, and links to it.
    StartEngine,
    /// Exports the open mission into the game's folder, starts the game, and links to it.
    StartGame,
    /// Links to a game that listens at a port of this computer.
    Connect(u16),
    /// Ends the link, and the process that was started for it.
    Disconnect,
    /// Starts the process again with the mission as it is now.
    Restart,
    /// Whether edits of the document go to the game.
    LiveEdits(bool),
    /// Brings a game that plays another build to the document.
    SendDocument,
    /// Opens what the game plays.
    Fetch,
    /// Takes the places of ships in the game into the document.
    PullPlaces,
    /// Brings the player's view to a ship.
    View(AnyId),
    /// The port to link at.
    Port(u16),
    /// How many times a second a game is asked how it stands.
    Rate(u8),
    /// The game's program, beside which its missions are.
    Game(Option<PathBuf>),
}

/// What a link is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is none.
    None,
    /// A process starts.
    Starting,
    /// A game that was found has not said what it is.
    Connecting,
    /// A game that was linked stands still, and is linked to again once it answers.
    Lost,
    /// A game is there, and no mission plays.
    Waiting,
    /// A mission plays.
    Playing,
}

/// The link, as the window has it.
#[derive(Default)]
pub struct LiveLink {
    process: Option<SideProcess>,
    /// What the process was started with.
    plan: Option<Started>,
    linked: Option<Linked>,
    ended: Option<String>,
    edits: bool,
    /// The program that plays, where it is not this one.
    engine: Option<PathBuf>,
    /// A game that was started and does not answer yet, or no more.
    dialled: Option<Dial>,
    /// How the process ended, where the link has not noticed yet.
    process_end: Option<String>,
    /// How many steps the document had when the game last had all of them.
    brought: Option<usize>,
    refusal: Option<Refusal>,
}

/// Edits that did not go to the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The edit, if it was one alone.
    pub edit: Option<String>,
    /// How many steps the document had with it.
    pub depth: usize,
}

/// A game that was started from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Started {
    Engine,
    Game,
}

/// What a link needs of the window, and what it tells.
pub(crate) struct Frame<'a> {
    pub(crate) context: &'a Context,
    pub(crate) revision: u64,
    pub(crate) mission: &'a Arc<Mission>,
    pub(crate) findings: &'a Findings,
    pub(crate) breakpoints: &'a Breakpoints,
    /// How many times a second the game is to be asked how it stands.
    pub(crate) rate: u8,
    pub(crate) history: &'a History,
    pub(crate) preview: &'a mut Preview,
}

impl<'a> Frame<'a> {
    /// The document, as the window has it now.
    fn here(&self) -> Here<'a> {
        Here {
            context: self.context,
            revision: self.revision,
            mission: self.mission,
            findings: self.findings,
            breakpoints: self.breakpoints,
            rate: self.rate,
        }
    }
}

impl LiveLink {
    /// Has another program play than this one, which has the command `engine` too.
    pub fn set_engine(&mut self, program: PathBuf) {
        self.engine = Some(program);
    }

    /// Takes what came since the last frame; gives what the author is to be told.
    pub(crate) fn update(&mut self, frame: &mut Frame<'_>) -> Vec<Said> {
        let mut said = Vec::new();
        let here = frame.here();
        self.mind_process(&here, &mut said);
        self.redial(&here);
        let Some(linked) = &mut self.linked else {
            return said;
        };
        if let Some(lost) = linked.update(&here, frame.preview, &mut said) {
            let (port, was_linked) = (linked.port, linked.hello.is_some());
            linked.lose(frame.preview);
            self.linked = None;
            if self.tries_again(&lost, port, frame.context) {
                if was_linked {
                    let text = format!(
                        "{} It still runs, and is linked to again once it answers.",
                        sentence(&lost.to_string())
                    );
                    said.push((Level::Warning, text));
                }
                return said;
            }
            self.dialled = None;
            // What became of the process says more than the link's end.
            let text = match self.process_end.take() {
                Some(text) => text,
                None => sentence(&lost.to_string()),
            };
            said.push((Level::Warning, text.clone()));
            self.ended = Some(text);
            self.mind_refusal(frame);
            return said;
        }
        if linked.hello.is_some()
            && let Some(dial) = self.dialled.take()
            && dial.again
        {
            said.push((Level::Success, "The game answers again.".to_owned()));
        }
        if self.edits && linked.plays_document() {
            // Another build is not brought to the document unasked.
            linked.send_edits(&here, frame.preview, &mut said);
        }
        self.mind_refusal(frame);
        said
    }

    /// Notes which edit it is that the game cannot be sent.
    fn mind_refusal(&mut self, frame: &Frame<'_>) {
        let depth = frame.history.depth();
        if !self.refused().is_empty() {
            let alone = self.brought.map(|it| it.saturating_add(1)) == Some(depth);
            let label = || frame.history.undo_label().map(str::to_owned);
            self.refusal.get_or_insert_with(|| Refusal {
                edit: alone.then(label).flatten(),
                depth,
            });
            return;
        }
        self.refusal = None;
        if self.shows() && self.differs().is_none() && frame.here().is_known() {
            self.brought = Some(depth);
        }
    }

    fn mind_process(&mut self, here: &Here<'_>, said: &mut Vec<Said>) {
        let Some(process) = &mut self.process else {
            return;
        };
        for happened in process.take() {
            match happened {
                Happened::Listening(port) => {
                    self.linked = Some(Linked::connect(port, here));
                }
                // A link that is there finds its own end, and says both.
                Happened::Ended(text) if self.linked.is_some() => self.process_end = Some(text),
                Happened::Ended(text) => {
                    if self.ended.is_none() {
                        said.push((Level::Warning, text.clone()));
                    }
                    self.ended = Some(text);
                }
            }
        }
    }

    /// Starts Sortie's own engine on an image, and links to it once it listens.
    ///
    /// # Errors
    /// A text for the author where it cannot be started.
    pub(crate) fn start_engine(
        &mut self,
        context: &Context,
        preview: &mut Preview,
        name: &str,
        number: u16,
        image: &Image,
    ) -> Result<(), String> {
        self.disconnect(preview);
        let folder = tempfile::Builder::new()
            .prefix("sortie-")
            .tempdir()
            .map_err(|error| format!("no folder for the mission can be made: {error}"))?;
        let mission = folder.path().join(format!("{name}.dte"));
        std::fs::write(&mission, image.bytes())
            .map_err(|error| format!("{} cannot be written: {error}", mission.display()))?;
        let program = match &self.engine {
            Some(program) => program.clone(),
            None => std::env::current_exe()
                .map_err(|error| format!("this program cannot be found: {error}"))?,
        };
        let mut arguments = vec![OsString::from("engine"), mission.into()];
        let options = ["--port", "0", "--with-parent", "--wait-for-editor"];
        arguments.extend(options.map(OsString::from));
        arguments.extend(["--number".into(), number.to_string().into()]);
        arguments.extend(["--seed".into(), preview.seed().to_string().into()]);
        arguments.extend(["--player".into(), pilot_word(preview).into()]);
        let plan = Plan {
            program,
            arguments,
            folder: None,
        };
        self.process = Some(SideProcess::start(&plan, true, Some(folder), context)?);
        self.plan = Some(Started::Engine);
        Ok(())
    }

    /// Starts a game of the author's own, and links to it.
    ///
    /// # Errors
    /// A text for the author where it cannot be started.
    pub(crate) fn start_game(
        &mut self,
        frame: &mut Frame<'_>,
        program: &Path,
        port: u16,
        number: u16,
    ) -> Result<(), String> {
        self.disconnect(frame.preview);
        let words = ["--editor-link", "--editor-link-port"].map(OsString::from);
        let mut arguments = words.to_vec();
        arguments.push(port.to_string().into());
        arguments.extend(["--mission".into(), number.to_string().into()]);
        let plan = Plan {
            program: program.to_path_buf(),
            arguments,
            folder: program.parent().map(Path::to_path_buf),
        };
        self.process = Some(SideProcess::start(&plan, false, None, frame.context)?);
        self.plan = Some(Started::Game);
        self.dial(port, &frame.here());
        Ok(())
    }

    /// Links to a game that listens already.
    pub(crate) fn connect(&mut self, frame: &mut Frame<'_>, port: u16) {
        self.disconnect(frame.preview);
        self.linked = Some(Linked::connect(port, &frame.here()));
    }

    /// Links to a game that was just started, as soon as it listens.
    fn dial(&mut self, port: u16, here: &Here<'_>) {
        self.dialled = Some(Dial::start(port));
        self.linked = Some(Linked::connect(port, here));
    }

    fn redial(&mut self, here: &Here<'_>) {
        if self.linked.is_none()
            && let Some(dial) = &mut self.dialled
            && dial.is_due()
        {
            self.linked = Some(Linked::connect(dial.port, here));
        }
    }

    /// Whether the process that was started goes on.
    fn runs(&self) -> bool {
        self.process.as_ref().is_some_and(|it| !it.has_ended())
    }

    /// Tries again to link to a game that was started from here and may yet answer.
    fn tries_again(&mut self, lost: &Lost, port: u16, context: &Context) -> bool {
        if !self.runs() {
            return false;
        }
        if self.dialled.is_none() {
            self.dialled = Dial::again(port, lost);
        }
        self.dialled
            .as_mut()
            .is_some_and(|dial| dial.goes_on(lost, context))
    }

    /// Ends the link and what was started for it.
    pub(crate) fn disconnect(&mut self, preview: &mut Preview) {
        if let Some(mut linked) = self.linked.take() {
            linked.leave(preview);
        }
        self.process = None;
        self.plan = None;
        self.dialled = None;
        self.process_end = None;
        self.ended = None;
        self.brought = None;
        self.refusal = None;
    }

    /// Ends the process that was started, without a word to it.
    pub(crate) fn kill(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill();
        }
    }

    /// Says whether edits go to the game.
    pub(crate) fn set_live_edits(&mut self, on: bool) {
        self.edits = on;
    }

    /// Brings a game that plays another build to the document, once.
    pub(crate) fn send_document(&mut self, frame: &mut Frame<'_>) -> Vec<Said> {
        let mut said = Vec::new();
        let here = frame.here();
        if let Some(linked) = &mut self.linked {
            linked.refused = None;
            linked.send_edits(&here, frame.preview, &mut said);
        }
        self.mind_refusal(frame);
        said
    }

    /// Takes the document for what the game plays, once its places were taken from there.
    pub(crate) fn pulled(
        &mut self,
        before: &Arc<Image>,
        ships: &[(u16, u16)],
        frame: &mut Frame<'_>,
    ) {
        let here = frame.here();
        if let Some(linked) = &mut self.linked {
            linked.pulled(before, ships, &here, frame.preview);
        }
    }

    /// Another document was opened. Nothing of it goes to the game unasked.
    pub(crate) fn forget_document(&mut self) {
        self.edits = false;
        self.brought = None;
        self.refusal = None;
        if let Some(linked) = &mut self.linked {
            linked.forget_document();
        }
    }

    /// Brings the player's view to a mission ship, by its number.
    ///
    /// # Errors
    /// A text for the author where it cannot be sent.
    pub(crate) fn view(&self, ship: u16) -> Result<(), String> {
        let linked = self.linked.as_ref().ok_or("no game is linked")?;
        let message = ToGame::ViewShip(ship.into());
        linked.client.send(message).map_err(|it| it.to_string())
    }

    /// The edit that takes the places of ships in the game into the document, with how many ships it
    /// moves and why others stay.
    pub(crate) fn pull(
        &self,
        mission: &Mission,
        image: &Image,
        preview: &Preview,
    ) -> Result<Pull, String> {
        let linked = self.linked.as_ref().ok_or("no game is linked")?;
        if !linked.plays_document() {
            return Err("the game plays another mission than the document".to_owned());
        }
        let (Some(file), Some(state)) = (&linked.file, &linked.state) else {
            return Err("the game has not told yet where its ships are".to_owned());
        };
        let names = Names::new(mission);
        // The ids of the run go along with the author's.
        let same = |ship| preview.ship_number(&names.ship(ship)?);
        let pulled = pull_places(image, file, state, same);
        let mut pull = Pull::default();
        for place in &pulled.places {
            let id = names.ship(place.ship);
            let ship = id.as_ref().and_then(|id| mission.ships.get(&id.id));
            let Some(ship) = ship else { continue };
            let [x, y, z] = place.place;
            let [yaw, pitch, roll] = place.angles;
            let [x, y, z] = [x, y, z].map(model::Real::from);
            let position = model::Vec3 { x, y, z };
            let rotation = Rotation { yaw, pitch, roll };
            if ship.position != position {
                let change = ShipChange::Position(position);
                pull.edits.push(Edit::change(&ship.id, change));
            }
            if ship.rotation != rotation {
                let change = ShipChange::Rotation(rotation);
                pull.edits.push(Edit::change(&ship.id, change));
            }
            pull.ships.push(AnyId::from(&ship.id));
            pull.numbers
                .extend(same(place.ship).map(|there| (there, place.ship)));
        }
        pull.left_out = pulled.left_out.len();
        Ok(pull)
    }
}

/// What is taken from a game into the document.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Pull {
    pub(crate) edits: Vec<Edit>,
    /// The ships that move.
    pub(crate) ships: Vec<AnyId>,
    /// Ships of which nothing is taken, as they are not in play.
    pub(crate) left_out: usize,
    /// The same by their numbers, in the game and in the document.
    pub(crate) numbers: Vec<(u16, u16)>,
}

/// A text as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// The engine's word for who flies the player's ship.
fn pilot_word(preview: &Preview) -> &'static str {
    match preview.pilot() {
        runtime::StandInPilot::Hold => "hold",
        runtime::StandInPilot::FollowNavPoints => "nav",
        runtime::StandInPilot::Fight => "fight",
    }
}
