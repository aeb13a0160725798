//! The link to a game that plays: Sortie's own engine in a process beside the window, or a running
//! OpenReliant.
//!
//! Nothing of it waits: a client's own threads read and write, and each frame takes what came. The run
//! of a game is shown by the same panels as the editor's own. The document changes by the author's
//! edits alone.

mod builds;
mod linked;
mod side_process;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use formats::Image;
use formats::sections::SectionId;
use model::edit::Edit;
use model::{AnyId, History, Mission, Rotation, ShipChange};
use runtime::link::client::{Capabilities, Lost};
use runtime::link::edits::{Later, Reason, pull_places};
use runtime::link::{Hello, MissionStarted, ToGame};

use crate::analysis::Findings;
use crate::breakpoints::Breakpoints;
use crate::log::Level;
use crate::preview::{Names, Preview};

use linked::{Here, Linked, Said};
use side_process::{Happened, Plan, SideProcess};

pub use words::{Does, does, peer_text, section_words};

/// How long a game that was started may take until it listens.
const GAME_STARTS: Duration = Duration::from_secs(60);
/// How often it is tried meanwhile.
const DIAL_EVERY: Duration = Duration::from_millis(300);

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
    /// A game that was started and does not listen yet: its port, and until when it is tried.
    dialled: Option<(u16, Instant)>,
    /// When it is tried again.
    dial_again: Option<Instant>,
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
            linked.leave(frame.preview);
            self.linked = None;
            // A game that was just started takes its time to listen.
            if matches!(lost, Lost::NoListener { .. }) && self.waits_for_game() {
                self.dial_again = Some(Instant::now() + DIAL_EVERY);
                frame.context.request_repaint_after(DIAL_EVERY);
                return said;
            }
            // What became of the process says more than the link's end.
            let text = match self.process_end.take() {
                Some(text) => text,
                None => sentence(&lost.to_string()),
            };
            said.push((Level::Warning, text.clone()));
            self.ended = Some(text);
        } else if self.edits && linked.plays_document() {
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
        self.dialled = Some((port, Instant::now() + GAME_STARTS));
        self.linked = Some(Linked::connect(port, here));
    }

    /// Whether a game that was started may still begin to listen.
    fn waits_for_game(&self) -> bool {
        self.dialled
            .is_some_and(|(_, until)| Instant::now() < until)
            && self.process.as_ref().is_some_and(|it| !it.has_ended())
    }

    fn redial(&mut self, here: &Here<'_>) {
        let Some((port, _)) = self.dialled else {
            return;
        };
        if self.linked.is_none() && self.dial_again.is_some_and(|at| Instant::now() >= at) {
            self.dial_again = None;
            self.linked = Some(Linked::connect(port, here));
        }
    }

    /// Ends the link and what was started for it.
    pub(crate) fn disconnect(&mut self, preview: &mut Preview) {
        if let Some(mut linked) = self.linked.take() {
            linked.leave(preview);
        }
        self.process = None;
        self.plan = None;
        self.dialled = None;
        self.dial_again = None;
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
    pub(crate) fn pulled(&mut self, frame: &mut Frame<'_>) {
        let here = frame.here();
        if let Some(linked) = &mut self.linked {
            linked.pulled(&here, frame.preview);
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
    pub(crate) fn pull(&self, mission: &Mission, image: &Image) -> Result<Pull, String> {
        let linked = self.linked.as_ref().ok_or("no game is linked")?;
        if !linked.plays_document() {
            return Err("the game plays another mission than the document".to_owned());
        }
        let (Some(file), Some(state)) = (&linked.file, &linked.state) else {
            return Err("the game has not told yet where its ships are".to_owned());
        };
        let pulled = pull_places(image, file, state);
        let names = Names::new(mission);
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
        }
        pull.left_out = pulled.left_out.len();
        pull.all_sent = linked.is_brought_to(image);
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
    /// Whether the game had all of the document before.
    pub(crate) all_sent: bool,
}

/// What panels see of the link.
impl LiveLink {
    /// What it is doing.
    pub fn status(&self) -> Status {
        match &self.linked {
            Some(linked) if linked.plays() => Status::Playing,
            Some(linked) if linked.hello.is_some() => Status::Waiting,
            Some(_) => Status::Connecting,
            None if self.process.as_ref().is_some_and(|it| !it.has_ended()) => Status::Starting,
            None => Status::None,
        }
    }

    /// Whether its run is shown by the panels.
    pub fn shows(&self) -> bool {
        self.linked.as_ref().is_some_and(Linked::shows)
    }

    /// Why the last link ended.
    pub fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// Whether edits go to the game.
    pub fn live_edits(&self) -> bool {
        self.edits
    }

    /// Whether a game was started from here, which can be started again.
    pub fn can_restart(&self) -> bool {
        self.plan.is_some()
    }

    /// Whether the game that was started from here is the author's own, not Sortie's engine.
    pub fn started_game(&self) -> bool {
        self.plan == Some(Started::Game)
    }

    /// Who answers.
    pub fn hello(&self) -> Option<&Hello> {
        self.linked.as_ref()?.hello.as_ref()
    }

    /// The port of the game.
    pub fn port(&self) -> Option<u16> {
        Some(self.linked.as_ref()?.port)
    }

    /// Which mission plays.
    pub fn mission(&self) -> Option<&MissionStarted> {
        self.linked.as_ref()?.started.as_ref()
    }

    /// The mission's file as it started.
    pub fn first_file(&self) -> Option<&Arc<Image>> {
        self.linked.as_ref()?.first()
    }

    /// Whether the game plays the document, as it is or as it was before edits.
    pub fn plays_document(&self) -> bool {
        self.linked.as_ref().is_some_and(Linked::plays_document)
    }

    /// The sections in which the game's mission differs from the document; `None` where it plays the
    /// document.
    pub fn differs(&self) -> Option<&[SectionId]> {
        self.linked.as_ref()?.differs.as_deref()
    }

    /// Whether the game was found to carry out no live edits.
    pub fn takes_no_edits(&self) -> bool {
        self.linked.as_ref().is_some_and(Linked::takes_no_edits)
    }

    /// Why the last edits were not sent; empty where none was refused.
    pub fn refused(&self) -> &[Reason] {
        let refused = self.linked.as_ref().and_then(|it| it.refused.as_ref());
        refused
            .map(|(_, reasons)| reasons.as_slice())
            .unwrap_or_default()
    }

    /// The edits that were not sent, where some were refused.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// What of the last edits does not count at once.
    pub fn later(&self) -> &[Later] {
        let linked = self.linked.as_ref();
        linked.map(|it| it.later.as_slice()).unwrap_or_default()
    }

    /// What the game was found to do so far.
    pub fn capabilities(&self) -> Option<Capabilities> {
        Some(self.linked.as_ref()?.client.capabilities())
    }

    /// How long an answer takes.
    pub fn round_trip(&self) -> Option<Duration> {
        self.linked.as_ref()?.client.health().round_trip
    }

    /// How many times a second the game is asked how it stands.
    pub fn rate(&self) -> Option<u8> {
        Some(self.linked.as_ref()?.rate)
    }

    /// How many times a second it is really asked of late, once that is known: a game that is slow
    /// with its answers is asked less often.
    pub fn reached(&self) -> Option<f64> {
        let interval = self.linked.as_ref()?.client.health().interval?;
        let seconds = interval.as_secs_f64();
        (seconds > 0.0).then(|| 1.0 / seconds)
    }

    /// What the process that was started says, first to last.
    pub fn process_lines(&self) -> impl Iterator<Item = &str> {
        self.process.iter().flat_map(SideProcess::said)
    }
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
