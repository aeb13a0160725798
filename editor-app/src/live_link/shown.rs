//! What panels see of the link.

use std::sync::Arc;
use std::time::Duration;

use formats::Image;
use formats::sections::SectionId;
use runtime::link::client::Capabilities;
use runtime::link::edits::{Later, Reason};
use runtime::link::{Hello, MissionStarted};

use super::linked::Linked;
use super::side_process::SideProcess;
use super::{LiveLink, Refusal, Started, Status};

impl LiveLink {
    /// What it is doing.
    pub fn status(&self) -> Status {
        match &self.linked {
            Some(linked) if linked.plays() => Status::Playing,
            Some(linked) if linked.hello.is_some() => Status::Waiting,
            _ if self.dialled.is_some_and(|it| it.again) => Status::Lost,
            _ if self.dialled.is_some() => Status::Starting,
            Some(_) => Status::Connecting,
            None if self.runs() => Status::Starting,
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

    /// The number by which the system knows the process that was started, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        let process = self.process.as_ref().filter(|it| !it.has_ended())?;
        Some(process.id())
    }

    /// What the process that was started says, first to last.
    pub fn process_lines(&self) -> impl Iterator<Item = &str> {
        self.process.iter().flat_map(SideProcess::said)
    }
}
