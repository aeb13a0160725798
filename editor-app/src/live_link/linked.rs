//! One link to a game: what came over it, and the run that the window makes of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use eframe::egui::Context;
use formats::Image;
use formats::records::{Record as _, Ship};
use formats::sections::SectionId;
use model::Mission;
use runtime::debug::{Position, Stop, Stops, Tally, Why};
use runtime::link::client::{
    Capability, Client, ClientEvent, ClientOptions, Lost, SendError, WatchRate,
};
use runtime::link::edits::{Edits, Later, Moment, Peer, Reason, messages};
use runtime::link::{
    Breaks, Hello, MissionStarted, RunControl, State, ToGame, happened, snapshot, tick_of,
};
use runtime::{Hold, TraceEntry};

use crate::analysis::Findings;
use crate::breakpoints::Breakpoints;
use crate::log::Level;
use crate::preview::build::Build;
use crate::preview::linked::{Feed, Told, Wish};
use crate::preview::{Preview, Standing, StepBy};

use super::builds::{self, Playing};

/// How often the game is asked for its mission's file, which has the places of ships.
const FILES_A_SECOND: u8 = 10;
/// States that may still tell how things stood before an order was carried out.
const OLD_STATES: u8 = 2;

/// The document, as the window has it now.
pub(super) struct Here<'a> {
    pub(super) context: &'a Context,
    pub(super) revision: u64,
    pub(super) mission: &'a Arc<Mission>,
    pub(super) findings: &'a Findings,
    pub(super) breakpoints: &'a Breakpoints,
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
    /// Why the last edits could not be sent, and of which image.
    pub(super) refused: Option<(Arc<Image>, Vec<Reason>)>,
    /// What of the last edits counts only once the mission starts again.
    pub(super) later: Vec<Later>,
    /// The flags that the game got as its mission started.
    likely: Vec<u8>,
    stops: Arc<Stops>,
    breaks: Breaks,
    /// Whether the game was told where to stop, and the author not yet where it cannot.
    flagged: bool,
    /// A statement to run to.
    to: Option<u32>,
    stopped: Option<Stopped>,
    /// Stops so far; each is a moment of its own.
    count: u32,
    hits: BTreeMap<u32, u32>,
    /// What the author asked for, until states tell it.
    wished: Option<(Standing, u8)>,
    stepping: Option<Stepping>,
}

/// A step that was begun.
#[derive(Debug, Clone, Copy)]
struct Stepping {
    control: RunControl,
    /// Where it was begun, if the game stood.
    from: Option<u32>,
}

/// The run that the window shows.
struct Run {
    feed: Feed,
    build: Build,
    /// Whether the build is one of the document's, rather than one that was read from the game's file.
    own: bool,
}

impl Run {
    /// Whether a later instruction is of the same statement as the one that a step began at.
    fn is_same(&self, from: Option<u32>, to: u32) -> bool {
        let Some(from) = from.filter(|from| *from < to) else {
            return false;
        };
        let statement = |offset: u32| {
            let map = &self.build.source_map;
            let (_, mapped) = map.instruction_at(usize::try_from(offset).ok()?)?;
            Some((mapped.routine, mapped.span.clone()))
        };
        statement(from).is_some_and(|it| statement(to) == Some(it))
    }
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
            mission_files: WatchRate::PerSecond(FILES_A_SECOND),
            flags: likely.clone(),
            ..ClientOptions::default()
        };
        let context = here.context.clone();
        Self {
            client: Client::connect(port, options, move || context.request_repaint()),
            port,
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
            refused: None,
            later: Vec::new(),
            likely,
            stops: Arc::default(),
            breaks: Breaks::default(),
            flagged: false,
            to: None,
            stopped: None,
            count: 0,
            hits: BTreeMap::new(),
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

    /// Whether the game was brought to an image, all of it.
    pub(super) fn is_brought_to(&self, image: &Image) -> bool {
        let basis = self.basis.as_ref();
        basis.is_some_and(|basis| basis.bytes() == image.bytes())
    }

    /// Takes what came and what is wanted; gives why the link ended, once it has.
    pub(super) fn update(
        &mut self,
        here: &Here<'_>,
        preview: &mut Preview,
        said: &mut Vec<Said>,
    ) -> Option<Lost> {
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
                ClientEvent::State(state) => self.take_state(state, preview, said),
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
        let (Some(run), Some(basis)) = (&self.run, &self.basis) else {
            return;
        };
        if !here.is_known() || self.compared == Some(here.revision) {
            return;
        }
        self.compared = Some(here.revision);
        let differs = match run.own {
            true => builds::edited(here.findings, basis),
            false => match builds::playing(here.findings, basis) {
                Playing::Other { differs } => differs,
                // It has become what the game plays, whose names and lines are the document's then.
                Playing::Document => {
                    let basis = Arc::clone(basis);
                    return self.compare(here, &basis, preview);
                }
            },
        };
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
        self.leave(preview);
        said.push((Level::Info, "The mission in the game ended.".to_owned()));
    }

    /// Forgets the mission that played.
    pub(super) fn leave(&mut self, preview: &mut Preview) {
        if self.run.take().is_some() && preview.is_linked() {
            preview.stop();
        }
        self.first = None;
        self.basis = None;
        self.file = None;
        self.state = None;
        self.reading = None;
        self.differs = None;
        self.compared = None;
        self.sent = false;
        self.refused = None;
        self.later.clear();
        self.stopped = None;
        self.to = None;
        self.hits.clear();
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
        let feed = preview.follow(&build, here.mission, here.breakpoints);
        self.basis = Some(Arc::clone(&build.image));
        self.run = Some(Run { feed, build, own });
        if let Some(stops) = preview.stops() {
            self.set_stops(stops);
        }
    }

    fn set_stops(&mut self, stops: Arc<Stops>) {
        self.stops = stops;
        self.flag();
    }

    /// Tells the game where to stop.
    fn flag(&mut self) {
        let Some(run) = &self.run else { return };
        self.breaks = Breaks::new(&run.build.image, &self.stops, self.to);
        self.client.set_flags(self.breaks.flags().to_vec());
        self.flagged = true;
    }

    /// Does what the author wanted of the run.
    fn obey(&mut self, preview: &mut Preview, said: &mut Vec<Said>) {
        let Some(run) = &mut self.run else { return };
        // A run of the editor's own has taken its place.
        if !preview.is_linked() {
            self.run = None;
            return;
        }
        for wish in run.feed.wishes() {
            if let Err(error) = self.obey_one(wish, said) {
                said.push((Level::Warning, format!("{error}.")));
            }
        }
    }

    fn obey_one(&mut self, wish: Wish, said: &mut Vec<Said>) -> Result<(), SendError> {
        match wish {
            Wish::Play(true) => {
                self.expect(Standing::Playing);
                let paused = self.state.as_ref().is_some_and(|it| it.paused);
                if paused || self.stopped.is_none() {
                    self.control(RunControl::Pause(false))?;
                }
                if self.stopped.take().is_some() {
                    self.control(RunControl::RunOn)?;
                }
                self.stepping = None;
            }
            Wish::Play(false) => {
                self.expect(Standing::Still);
                if self.stopped.is_none() {
                    self.control(RunControl::Pause(true))?;
                }
            }
            Wish::Step(step @ (StepBy::Into | StepBy::Over)) => {
                self.expect(Standing::Stepping);
                self.go_on_if_paused()?;
                let control = match step {
                    StepBy::Into => RunControl::Into,
                    _ => RunControl::Over,
                };
                let from = self.stopped.take().map(|it| it.offset);
                self.stepping = Some(Stepping { control, from });
                self.control(control)?;
            }
            Wish::Step(StepBy::To(script)) => {
                self.to = Some(script);
                self.flag();
                self.obey_one(Wish::Play(true), said)?;
            }
            Wish::Step(StepBy::Out) => self.refuse("step out of a routine of a linked game", said),
            Wish::Step(StepBy::Event) => {
                self.refuse("run a linked game to its next event", said);
            }
            Wish::Stops(stops) => self.set_stops(stops),
            Wish::Run(part) => self.control(RunControl::RunPart(part.into()))?,
            Wish::Forget(breakpoint) => {
                self.hits.remove(&breakpoint);
            }
            Wish::NotLinked(what) => self.refuse(what, said),
        }
        Ok(())
    }

    fn refuse(&mut self, what: &str, said: &mut Vec<Said>) {
        self.wished = None;
        let text =
            format!("The link has no message to {what}; the editor's own preview does that.");
        said.push((Level::Warning, text));
    }

    fn go_on_if_paused(&self) -> Result<(), SendError> {
        match self.state.as_ref().is_some_and(|it| it.paused) {
            true => self.control(RunControl::Pause(false)),
            false => Ok(()),
        }
    }

    fn control(&self, control: RunControl) -> Result<(), SendError> {
        self.client.send(ToGame::RunControl(control))
    }

    fn expect(&mut self, standing: Standing) {
        self.wished = Some((standing, OLD_STATES));
    }

    fn take_state(&mut self, state: Arc<State>, preview: &Preview, said: &mut Vec<Said>) {
        self.judge(&state, preview, said);
        self.state = Some(Arc::clone(&state));
        let (Some(file), Some(_)) = (self.file.clone(), &self.run) else {
            return;
        };
        let standing = self.standing(&state);
        let stop = self.stop(&state);
        let told: Vec<TraceEntry> = happened(&state).collect();
        if state.events_dropped > 0 {
            let text = format!(
                "The script did so much that the game left out {} entries of what it tells.",
                state.events_dropped
            );
            said.push((Level::Info, text));
        }
        let told = Told {
            snapshot: Arc::new(snapshot(&file, &state)),
            standing,
            stop,
            happened: told,
            tally: Tally::default(),
        };
        if let Some(run) = &mut self.run
            && !run.feed.tell(told)
        {
            self.run = None;
        }
    }

    /// Finds out whether the game is to stay where it stopped, and lets it on if not.
    fn judge(&mut self, state: &State, preview: &Preview, said: &mut Vec<Said>) {
        if state.hold != Hold::Held {
            // What was let on meanwhile stands no longer.
            if self.stopped.as_ref().is_some_and(|it| it.why.is_some()) && self.wished.is_none() {
                self.stopped = None;
            }
            return;
        }
        let (Some(stopped), Some(file)) = (&mut self.stopped, &self.file) else {
            return;
        };
        // Whose script it is that stopped is known once its run is shown.
        if stopped.why.is_some() || self.run.is_none() {
            return;
        }
        let offset = stopped.offset;
        let hits = &self.hits;
        let before = |id| hits.get(&id).copied().unwrap_or(0);
        let judged = self.breaks.judge(offset, &self.stops, file, state, before);
        for id in &judged.hit {
            let hits = self.hits.entry(*id).or_default();
            *hits = hits.saturating_add(1);
        }
        for (id, values) in &judged.noted {
            said.push((Level::Info, note_text(*id, values, preview)));
        }
        for (id, cause) in &judged.unjudged {
            let text = format!(
                "The condition of breakpoint {id} has no value over the link ({cause}), so the game \
                 stands there."
            );
            said.push((Level::Warning, text));
        }
        let sought = self.to == Some(offset);
        if sought {
            self.to = None;
        }
        // The game steps to the instruction that does something; the line that it stands on already
        // has one.
        if let Some(Stepping { control, from }) = self.stepping
            && judged.stopping.is_empty()
            && self.run.as_ref().is_some_and(|it| it.is_same(from, offset))
        {
            self.stopped = None;
            if self.control(control).is_err() {
                said.push((
                    Level::Warning,
                    "The game could not be stepped on.".to_owned(),
                ));
            }
            return;
        }
        let stepped = self.stepping.is_some();
        let stays = stepped || sought || !judged.stopping.is_empty();
        let flagged = self.breaks.stands_at(offset);
        // The document's flags mean nothing in another script.
        let strayed = self.differs.is_some() && is_flagged(&self.likely, offset);
        if !stays && (flagged || strayed) {
            self.stopped = None;
            if self.control(RunControl::RunOn).is_err() {
                said.push((Level::Warning, "The game could not be let on.".to_owned()));
            }
            return;
        }
        stopped.why = Some(match judged.stopping.is_empty() {
            false => Why::Breakpoints(judged.stopping),
            true if stepped => Why::Stepped,
            true => Why::Sought,
        });
        self.stepping = None;
        self.wished = None;
        self.count = self.count.saturating_add(1);
        if sought {
            self.flag();
        }
    }

    fn standing(&mut self, state: &State) -> Standing {
        if let Some((standing, states)) = &mut self.wished {
            let standing = *standing;
            *states = states.saturating_sub(1);
            if *states == 0 {
                self.wished = None;
            }
            return standing;
        }
        match state.paused || state.hold == Hold::Held {
            true => Standing::Still,
            false if state.step.is_some() => Standing::Stepping,
            false => Standing::Playing,
        }
    }

    fn stop(&self, state: &State) -> Option<Stop> {
        let stopped = self.stopped.as_ref()?;
        let at = Some(stopped.offset);
        let mut threads = state.threads.iter();
        Some(Stop {
            position: Position {
                tick: tick_of(state),
                step: self.count,
            },
            why: stopped.why.clone()?,
            thread: threads
                .find(|(_, thread)| thread.at == at)
                .map(|(slot, _)| *slot),
            script: at,
            // The game does not tell what came of a firing.
            firing: None,
        })
    }

    /// Takes the document as it is now for what the game plays: its places were taken from there.
    pub(super) fn take_as_sent(&mut self, here: &Here<'_>, preview: &mut Preview) {
        let Some(build) = Build::of(here.findings, here.mission) else {
            return;
        };
        if let Some(run) = &mut self.run {
            self.basis = Some(Arc::clone(&build.image));
            run.feed.rename(&build);
            preview.rebuild(&build);
            run.build = build;
        }
    }

    /// Another document was opened: whether the game plays it is found out anew.
    pub(super) fn forget_document(&mut self) {
        self.run = None;
        self.refused = None;
        self.later.clear();
    }

    /// Brings the game to the document as it is now, where messages do that.
    pub(super) fn send_edits(
        &mut self,
        here: &Here<'_>,
        preview: &mut Preview,
        said: &mut Vec<Said>,
    ) {
        let (Some(file), Some(state)) = (self.file.clone(), self.state.clone()) else {
            return;
        };
        // A game that only logs edits is not told more of them.
        if self.takes_no_edits() {
            return;
        }
        let peer = Peer::of(&self.client.capabilities());
        let (Some(run), Some(basis)) = (&mut self.run, &self.basis) else {
            return;
        };
        let Some(build) = Build::of(here.findings, here.mission) else {
            return;
        };
        let wanted = &build.image;
        let known = Arc::ptr_eq(wanted, basis)
            || self
                .refused
                .as_ref()
                .is_some_and(|(image, _)| Arc::ptr_eq(image, wanted));
        if known || !here.is_known() {
            return;
        }
        let breaks = Breaks::new(wanted, &self.stops, None);
        let moment = Moment {
            file: &file,
            state: &state,
            flags: breaks.flags(),
            peer,
        };
        match messages(basis, wanted, &moment) {
            Edits::Live { messages, later } => {
                match self.client.send_all(&messages) {
                    Ok(()) => {}
                    // It is tried again with the next frame.
                    Err(SendError::Full { .. }) => {
                        here.context.request_repaint();
                        return;
                    }
                    Err(error) => {
                        said.push((Level::Warning, format!("{error}.")));
                        self.refused = Some((Arc::clone(wanted), Vec::new()));
                        return;
                    }
                }
                said.extend(made_anew(&messages, preview));
                self.sent |= !messages.is_empty();
                self.later = later;
                self.refused = None;
                self.differs = None;
                self.basis = Some(Arc::clone(wanted));
                run.feed.rename(&build);
                preview.rebuild(&build);
                run.build = build;
                run.own = true;
            }
            Edits::Restart(reasons) => self.refused = Some((Arc::clone(wanted), reasons)),
        }
    }
}

/// What the author is to know of ships that are made anew in the game.
fn made_anew(messages: &[ToGame], preview: &Preview) -> Option<Said> {
    let remade = messages.iter().filter_map(|message| match message {
        ToGame::RemakeShip(record) => Ship::read(record),
        _ => None,
    });
    let names: Vec<String> = remade
        .filter_map(|ship| preview.names()?.object(ship.object_id as u16))
        .map(|record| record.id.to_string())
        .collect();
    (!names.is_empty()).then(|| {
        let text = format!(
            "Made anew in the game, so that their orders begin again: {}.",
            names.join(", ")
        );
        (Level::Info, text)
    })
}

fn is_flagged(flags: &[u8], offset: u32) -> bool {
    let flag = usize::try_from(offset).ok().and_then(|at| flags.get(at));
    flag.is_some_and(|flag| flag & 1 != 0)
}

fn note_text(id: u32, values: &[Result<u32, runtime::Cause>], preview: &Preview) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|value| match value {
            Ok(value) => match preview.names() {
                Some(names) => crate::preview::values::dword_text(*value, names),
                None => value.to_string(),
            },
            Err(cause) => format!("({cause})"),
        })
        .collect();
    match values.is_empty() {
        true => format!("Breakpoint {id} was passed."),
        false => format!("Breakpoint {id}: {}", values.join(", ")),
    }
}
