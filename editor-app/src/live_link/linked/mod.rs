//! One link to a game: what came over it, and the run that the window makes of it.

mod control;
mod edits;
mod stand;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use eframe::egui::Context;
use formats::Image;
use formats::sections::SectionId;
use model::Mission;
use runtime::TraceEntry;
use runtime::debug::{Stops, Tally, Why};
use runtime::link::client::{Capability, Client, ClientEvent, ClientOptions, Lost, WatchRate};
use runtime::link::edits::{Later, Reason};
use runtime::link::{Breaks, Hello, MissionStarted, RunControl, State};

use crate::analysis::Findings;
use crate::breakpoints::Breakpoints;
use crate::log::Level;
use crate::preview::build::Build;
use crate::preview::linked::Feed;
use crate::preview::{Preview, Standing};

use super::builds::{self, Playing};

/// The document, as the window has it now.
pub(super) struct Here<'a> {
    pub(super) context: &'a Context,
    pub(super) revision: u64,
    pub(super) mission: &'a Arc<Mission>,
    pub(super) findings: &'a Findings,
    pub(super) breakpoints: &'a Breakpoints,
    /// How many times a second the game is to be asked how it stands.
    pub(super) rate: u8,
}

impl Here<'_> {
    /// Whether what is known of the mission is of what it is now.
    pub(super) fn is_known(&self) -> bool {
        self.findings.revision == self.revision && !self.findings.has_errors()
    }
}

/// A link to a game.
pub(super) struct Linked {
    pub(super) client: Client,
    pub(super) port: u16,
    /// How many times a second the game is asked for its script's state, and for its mission's file,
    /// which has the places of ships.
    pub(super) rate: u8,
    pub(super) hello: Option<Hello>,
    pub(super) started: Option<MissionStarted>,
    /// The mission's file as it started, and the newest.
    first: Option<Arc<Image>>,
    /// The image that the game was last brought to.
    basis: Option<Arc<Image>>,
    pub(super) file: Option<Arc<Image>>,
    pub(super) state: Option<Arc<State>>,
    run: Option<Run>,
    /// A build of another mission that is being read.
    reading: Option<Receiver<Build>>,
    /// Where the game's mission differs from the document.
    pub(super) differs: Option<Vec<SectionId>>,
    /// The document's revision that this was last looked at for.
    compared: Option<u64>,
    /// Whether edits were sent of which it is not known that they are not carried out.
    sent: bool,
    /// The document before and after places were pulled from the game, each time, with what the game
    /// was brought to as it was so.
    pulls: VecDeque<[Brought; 2]>,
    /// Why the last edits could not be sent, and of which image.
    pub(super) refused: Option<(Arc<Image>, Vec<Reason>)>,
    /// What of the last edits does not count at once.
    pub(super) later: Vec<Later>,
    /// The flags that the game got as its mission started.
    likely: Vec<u8>,
    /// What the script did since the mission started.
    past: Vec<TraceEntry>,
    stops: Arc<Stops>,
    breaks: Breaks,
    /// Whether the game was told where to stop, and the author not yet where it cannot.
    flagged: bool,
    /// A statement to run to.
    to: Option<u32>,
    stopped: Option<Stopped>,
    /// Stops so far, those from which the game was let on at once with them; each is a moment of its
    /// own.
    count: u32,
    tally: Tally,
    /// What the author asked for, until states tell it.
    wished: Option<(Standing, u8)>,
    stepping: Option<Stepping>,
}

/// A document, and what a game was brought to then; the same, where it was sent all of it.
#[derive(Debug, Clone)]
struct Brought {
    document: Arc<Image>,
    basis: Arc<Image>,
}

/// A step that was begun.
#[derive(Debug, Clone, Copy)]
struct Stepping {
    control: RunControl,
    /// Where it was begun, if the game stood, and the thread that stood there.
    from: Option<u32>,
    thread: Option<u8>,
}

/// The run that the window shows.
struct Run {
    feed: Feed,
    build: Build,
    /// Whether the build is one of the document's, rather than one that was read from the game's file.
    own: bool,
}

/// A place that the game stands at.
struct Stopped {
    offset: u32,
    /// Why, once it is known whether it stays there.
    why: Option<Why>,
}

/// Something to tell the author.
pub(super) type Said = (Level, String);

impl Linked {
    /// Links to a game. It most likely plays the document, so that it gets the flags of that as its
    /// mission starts, however long the window takes for its next frame.
    pub(super) fn connect(port: u16, here: &Here<'_>) -> Self {
        let likely = builds::flags(here);
        let options = ClientOptions {
            states: WatchRate::PerSecond(here.rate),
            mission_files: WatchRate::PerSecond(here.rate),
            flags: likely.clone(),
            ..ClientOptions::default()
        };
        let context = here.context.clone();
        Self {
            client: Client::connect(port, options, move || context.request_repaint()),
            port,
            rate: here.rate,
            hello: None,
            started: None,
            first: None,
            basis: None,
            file: None,
            state: None,
            run: None,
            reading: None,
            differs: None,
            compared: None,
            sent: false,
            pulls: VecDeque::new(),
            refused: None,
            later: Vec::new(),
            likely,
            past: Vec::new(),
            stops: Arc::default(),
            breaks: Breaks::default(),
            flagged: false,
            to: None,
            stopped: None,
            count: 0,
            tally: Tally::default(),
            wished: None,
            stepping: None,
        }
    }

    /// Whether a mission plays.
    pub(super) fn plays(&self) -> bool {
        self.started.is_some()
    }

    /// Whether the window shows its run.
    pub(super) fn shows(&self) -> bool {
        self.run.is_some()
    }

    /// The mission's file as it started.
    pub(super) fn first(&self) -> Option<&Arc<Image>> {
        self.first.as_ref()
    }

    /// Whether the game plays the document, as it is or as it was before edits.
    pub(super) fn plays_document(&self) -> bool {
        self.run.as_ref().is_some_and(|it| it.own)
    }

    /// Takes what came and what is wanted; gives why the link ended, once it has.
    pub(super) fn update(
        &mut self,
        here: &Here<'_>,
        preview: &mut Preview,
        said: &mut Vec<Said>,
    ) -> Option<Lost> {
        self.mind_rate(here.rate);
        self.obey(preview, said);
        if std::mem::take(&mut self.flagged) {
            let unmet = self.breaks.unmet().iter();
            preview.trouble(unmet.map(|(id, why)| (*id, why.to_string())));
        }
        let mut lost = None;
        for event in self.client.take() {
            match event {
                ClientEvent::Connected | ClientEvent::FirstFinished(_) => {}
                ClientEvent::Hello(hello) => self.hello = Some(hello),
                ClientEvent::MissionStarted(started) => self.start(started, preview),
                ClientEvent::MissionEnded => self.end(preview, said),
                ClientEvent::MissionFile { image, starts } => {
                    if starts {
                        self.begin(here, &image, preview);
                    }
                    self.file = Some(image);
                }
                ClientEvent::State(state) => self.take_state(state, said),
                ClientEvent::Stopped { offset } => {
                    self.stopped = Some(Stopped { offset, why: None });
                }
                ClientEvent::Unknown { tag, size } => said.push((
                    Level::Info,
                    format!(
                        "The game sent a message that this version does not know: {tag:#x}, {size} \
                         bytes."
                    ),
                )),
                ClientEvent::Lost(why) => lost = Some(why),
            }
        }
        self.take_read(here, preview);
        self.mind_refusal(here, preview);
        self.show_again(here, preview);
        self.mind_document(here, preview);
        lost
    }

    /// Asks the game as often as the author wants now.
    fn mind_rate(&mut self, rate: u8) {
        if self.rate != rate {
            self.rate = rate;
            let rate = WatchRate::PerSecond(rate);
            self.client.watch_states(rate);
            self.client.watch(rate);
        }
    }

    /// Shows the run again once no other is in its place, and as soon as it is known whether the game
    /// plays the document.
    fn show_again(&mut self, here: &Here<'_>, preview: &mut Preview) {
        let hidden = self.run.is_none() && !preview.has_run();
        let unknown = self.differs.as_ref().is_some_and(Vec::is_empty) && here.is_known();
        if self.reading.is_none()
            && (hidden || unknown)
            && let Some(plays) = self.basis.clone().or_else(|| self.first.clone())
        {
            self.compare(here, &plays, preview);
        }
    }

    /// Goes back to what the game started with once it is known that it carries no edit out.
    fn mind_refusal(&mut self, here: &Here<'_>, preview: &mut Preview) {
        if self.sent && self.takes_no_edits() {
            self.sent = false;
            self.later.clear();
            self.basis = None;
            if let Some(first) = self.first.clone() {
                self.compare(here, &first, preview);
            }
        }
    }

    /// Follows the document as it is edited: whether the game still plays it.
    fn mind_document(&mut self, here: &Here<'_>, preview: &mut Preview) {
        if !here.is_known() || self.compared == Some(here.revision) {
            return;
        }
        self.mind_pulls(here, preview);
        let (Some(run), Some(basis)) = (&self.run, &self.basis) else {
            return;
        };
        self.compared = Some(here.revision);
        let differs = match run.own {
            true => builds::edited(here, &run.build.mission, basis),
            false => match builds::playing(here.findings, basis) {
                Playing::Other { differs } => differs,
                // It has become what the game plays, whose names and lines are the document's then.
                Playing::Document => {
                    let basis = Arc::clone(basis);
                    return self.compare(here, &basis, preview);
                }
            },
        };
        // An edit that was refused and taken back is none any more.
        if differs.is_empty() {
            self.refused = None;
        }
        self.differs = (!differs.is_empty()).then_some(differs);
    }

    /// Whether the game was found to carry out no live edits.
    pub(super) fn takes_no_edits(&self) -> bool {
        self.client.capabilities().live_edits() == Capability::Refused
    }

    fn start(&mut self, started: MissionStarted, preview: &mut Preview) {
        self.leave(preview);
        self.started = Some(started);
    }

    fn end(&mut self, preview: &mut Preview, said: &mut Vec<Said>) {
        self.started = None;
        self.lose(preview);
        said.push((Level::Info, "The mission in the game ended.".to_owned()));
    }

    /// Forgets the mission that played, and ends its run.
    pub(super) fn leave(&mut self, preview: &mut Preview) {
        if self.run.is_some() && preview.is_linked() {
            preview.stop();
        }
        self.forget();
    }

    /// Forgets the mission that played, of which the window keeps what it told last.
    pub(super) fn lose(&mut self, preview: &mut Preview) {
        if self.run.is_some() {
            preview.end_linked();
        }
        self.forget();
    }

    fn forget(&mut self) {
        self.run = None;
        self.past.clear();
        self.first = None;
        self.basis = None;
        self.file = None;
        self.state = None;
        self.reading = None;
        self.differs = None;
        self.compared = None;
        self.sent = false;
        self.pulls.clear();
        self.refused = None;
        self.later.clear();
        self.stopped = None;
        self.to = None;
        self.count = 0;
        self.tally = Tally::default();
        self.wished = None;
        self.stepping = None;
    }

    /// Takes up the file of a mission that starts, or plays already.
    fn begin(&mut self, here: &Here<'_>, file: &Arc<Image>, preview: &mut Preview) {
        self.first = Some(Arc::clone(file));
        self.compare(here, file, preview);
    }

    fn compare(&mut self, here: &Here<'_>, file: &Arc<Image>, preview: &mut Preview) {
        let playing = match here.is_known() {
            true => builds::playing(here.findings, file),
            false => Playing::Other {
                differs: Vec::new(),
            },
        };
        match playing {
            Playing::Document => {
                self.differs = None;
                if let Some(build) = Build::of(here.findings, here.mission) {
                    self.show(build, true, here, preview);
                }
            }
            Playing::Other { differs } => {
                self.differs = Some(differs);
                self.reading = Some(builds::read(file, here.revision, here.context));
            }
        }
    }

    /// Shows a build that was read from the game's own file.
    fn take_read(&mut self, here: &Here<'_>, preview: &mut Preview) {
        let made = match self.reading.as_ref().map(Receiver::try_recv) {
            Some(Ok(build)) => build,
            Some(Err(TryRecvError::Disconnected)) => {
                self.reading = None;
                return;
            }
            Some(Err(TryRecvError::Empty)) | None => return,
        };
        self.reading = None;
        self.show(made, false, here, preview);
    }

    fn show(&mut self, build: Build, own: bool, here: &Here<'_>, preview: &mut Preview) {
        let before = self.past.clone();
        let feed = preview.follow(&build, here.mission, here.breakpoints, own, before);
        self.basis = Some(Arc::clone(&build.image));
        self.run = Some(Run { feed, build, own });
        if let Some(stops) = preview.stops() {
            self.set_stops(stops);
        }
    }

    /// Another document was opened: whether the game plays it is found out anew.
    pub(super) fn forget_document(&mut self) {
        self.run = None;
        self.refused = None;
        self.later.clear();
    }
}
