//! A mission as it plays: its stages, its pace and its editor.

use std::thread;
use std::time::{Duration, Instant};

use crate::clock::TICKS_PER_SECOND;
use crate::hold::{Editor, Hold};
use crate::link::{Arrival, FLAGS_PATIENCE, Server, Session};
use crate::simulation::Simulation;

use super::arguments::{Arguments, Speed};
use super::pace::Pace;
use super::stop::Stop;
use super::terminal::tell;

/// Rest between two looks at the link while the start waits for the editor.
const START_REST: Duration = Duration::from_millis(1);
/// Rest between two looks at the link while nothing else is to be done.
const IDLE_REST: Duration = Duration::from_millis(10);
/// Ticks between two looks at the link at full speed.
const TICKS_AT_MAX: u64 = 16;

/// A mission that plays.
pub(super) struct Play {
    simulation: Simulation,
    session: Session,
    server: Option<Server>,
    stage: Stage,
    /// What plays by the real clock; `None` at full speed.
    pace: Option<Pace>,
    /// When this began.
    epoch: Instant,
    waits_for_editor: bool,
    /// Seconds of the mission's time after which all is done.
    headless_for: Option<u32>,
    /// Ticks that were left out, and how many were told.
    dropped: u64,
    told: u64,
}

/// Where the mission is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It waits for an editor.
    Waiting,
    /// Its start waits for the editor's flags, since a moment.
    Starting(Duration),
    /// It runs.
    Running,
    /// It is over, and whoever is linked stays so.
    Over,
}

impl Play {
    pub(super) fn new(
        simulation: Simulation,
        session: Session,
        server: Option<Server>,
        arguments: &Arguments,
    ) -> Self {
        let usual = match arguments.headless_for {
            Some(_) => Speed::Max,
            None => Speed::Times(1.0),
        };
        let pace = match arguments.speed.unwrap_or(usual) {
            Speed::Times(speed) => Some(Pace::new(speed)),
            Speed::Max => None,
        };
        Self {
            simulation,
            session,
            waits_for_editor: arguments.wait_for_editor && server.is_some(),
            server,
            stage: Stage::Waiting,
            pace,
            epoch: Instant::now(),
            headless_for: arguments.headless_for,
            dropped: 0,
            told: 0,
        }
    }

    /// Plays until it is told to stop, or has played as long as it was asked to.
    pub(super) fn run(&mut self, stop: &Stop) {
        // A mission that waits for nobody plays from the first, so that what a quick editor asks for is
        // answered; one that is there by now still comes before the start parts.
        if !self.waits_for_editor {
            self.begin();
        }
        while !stop.is_set() && !self.is_done() {
            self.listen();
            let rest = self.step();
            self.answer();
            if !rest.is_zero() {
                thread::sleep(rest);
            }
        }
        // As the game goes, so does the mission that it plays.
        self.session.end(&mut self.simulation);
        self.answer();
    }

    /// What is left of it: the mission for its log, and the server for its last words.
    pub(super) fn finish(self) -> (Simulation, Option<Server>) {
        (self.simulation, self.server)
    }

    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    fn is_done(&self) -> bool {
        let Some(seconds) = self.headless_for else {
            return false;
        };
        let ticks = seconds.saturating_mul(TICKS_PER_SECOND);
        let has_started = !self.simulation.is_starting();
        // The mission's own time stands still while an editor holds the script.
        has_started && (self.simulation.script_ticks().0 >= ticks || self.simulation.is_over())
    }

    /// Takes in what came from the editor, and acts on it.
    fn listen(&mut self) {
        let Some(server) = &mut self.server else {
            return;
        };
        for arrival in server.poll() {
            match arrival {
                Arrival::Came(address) => {
                    tell(&format!("an editor came from {address}"));
                    self.session.connect(&mut self.simulation);
                }
                Arrival::Message(frame) if self.session.is_linked() => {
                    if let Err(flood) = self.session.receive(frame) {
                        tell(&format!("the editor is let go: {flood}"));
                        server.drop_editor();
                        self.session.disconnect(&mut self.simulation);
                    }
                }
                // What came behind a flood.
                Arrival::Message(_) => {}
                Arrival::Gone(why) => {
                    if self.session.is_linked() {
                        tell(&format!("the editor is gone: {why}"));
                        self.session.disconnect(&mut self.simulation);
                    }
                }
                Arrival::Trouble(why) => tell(&why),
            }
        }
        if !server.is_busy() {
            self.session.work(&mut self.simulation);
        }
    }

    /// Sends what is to be sent.
    fn answer(&mut self) {
        let frames = self.session.take_outgoing();
        if let Some(server) = &mut self.server {
            for frame in frames {
                server.send(&frame);
            }
        }
        for line in self.session.take_log() {
            tell(&line);
        }
    }

    fn begin(&mut self) {
        self.session.begin(&mut self.simulation);
        self.stage = Stage::Starting(self.now());
    }

    /// Does what is due, and says how long nothing will be.
    fn step(&mut self) -> Duration {
        match self.stage {
            Stage::Waiting => {
                if !self.session.is_linked() {
                    return IDLE_REST;
                }
                self.begin();
                Duration::ZERO
            }
            Stage::Starting(since) => {
                let waited = self.now().saturating_sub(since);
                if self.session.waits_for_flags() && waited < FLAGS_PATIENCE {
                    return START_REST;
                }
                self.stage = Stage::Running;
                Duration::ZERO
            }
            Stage::Running => self.play(),
            Stage::Over => IDLE_REST,
        }
    }

    fn play(&mut self) -> Duration {
        let now = self.now();
        if self.simulation.is_starting() {
            self.tick();
            // The mission's time counts from the end of its start, however long an editor held it.
            if let Some(pace) = &mut self.pace {
                pace.restart(now);
            }
            let waits = self.simulation.is_starting();
            return if waits { START_REST } else { Duration::ZERO };
        }
        let Some(pace) = &mut self.pace else {
            return self.play_at_max();
        };
        let due = pace.due(now);
        let rest = pace.rest(now);
        for _ in 0..due.ticks {
            if self.is_done() {
                break;
            }
            self.tick();
        }
        self.drop_ticks(due.dropped);
        rest
    }

    fn play_at_max(&mut self) -> Duration {
        for _ in 0..TICKS_AT_MAX {
            // Whoever looks at a mission that stands would see its ships gone in no time.
            let stands = |editor: &Editor| editor.hold() == Hold::Held || editor.is_paused();
            if self.simulation.editor().is_some_and(stands) {
                self.tick();
                return IDLE_REST;
            }
            if self.is_done() {
                break;
            }
            self.tick();
        }
        Duration::ZERO
    }

    fn tick(&mut self) {
        self.session.tick(&mut self.simulation);
        if self.simulation.is_over() && self.stage != Stage::Over {
            self.stage = Stage::Over;
            tell(&format!(
                "the mission is over after {}",
                self.simulation.now()
            ));
        }
    }

    /// Counts ticks that could not be caught up with, and tells of them each time that they are twice
    /// as many.
    fn drop_ticks(&mut self, dropped: u64) {
        self.dropped = self.dropped.saturating_add(dropped);
        if self.dropped > self.told.saturating_mul(2) {
            self.told = self.dropped;
            tell(&format!(
                "{} ticks were left out so far: this computer is too slow for this speed, or slept",
                self.dropped
            ));
        }
    }
}
