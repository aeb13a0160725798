//! What the game does with an editor's messages, and what it tells the editor, without a socket.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use crate::hold::{Hold, Release};
use crate::simulation::Simulation;

use super::bearable::unbearable;
use super::frame::{Frame, HEADER_BYTES, MOST_PAYLOAD_ORIGINAL};
use super::message::{Hello, MissionStarted, RunControl, ToEditor, ToGame, message_name};
use super::{ENGINE_KEY, LIVE_EDITS_KEY, PROTOCOL, tag};

/// Bytes of messages, headers included, that wait for the game at most: four of the largest that the
/// original knows. An editor that sends more while the game takes none is let go; only a single
/// message may be larger by itself.
pub const MOST_WAITING: usize = 4 * MOST_PAYLOAD_ORIGINAL;
/// How long a script's start waits for the flags of an editor that is linked.
pub const FLAGS_PATIENCE: Duration = Duration::from_secs(1);
/// Messages that are acted on between two ticks at most, so that no editor holds the mission up.
pub const MOST_AT_ONCE: usize = 64;
/// Messages of an editor that has gone that are acted on at most, so that no mission stands still for
/// them.
pub const MOST_AT_LEAVING: usize = 4096;
/// Bytes of answers after which further messages wait, so that nobody is answered much more than he
/// reads.
const ENOUGH: usize = 1 << 20;
/// The first tag that is none of the original's.
const FIRST_OWN: u16 = 0x100;
/// Seconds of the script's clock from one word of the first thread to the next.
const TELL_EVERY: u32 = 5;
/// Reasons to pass over a message that are logged at most.
const MOST_LOGGED: usize = 64;

/// A link's side of the game: one mission, and one editor at a time.
#[derive(Debug)]
pub struct Session {
    mission: MissionStarted,
    phase: Phase,
    is_linked: bool,
    has_flags: bool,
    waiting: VecDeque<Frame>,
    waiting_bytes: usize,
    /// The second of the script's clock at which the editor last heard of the first thread.
    told_at: Option<u32>,
    outgoing: Vec<Frame>,
    outgoing_bytes: usize,
    log: Vec<String>,
    logged: BTreeSet<(u16, &'static str)>,
}

/// Where the mission is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It has not started.
    Before,
    /// It starts, and its start parts have not run.
    Starting,
    /// Its script runs.
    Playing,
    /// It is over.
    Over,
}

/// An editor sends more than the game takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "it sent {bytes} bytes of messages that the game does not take now, and {MOST_WAITING} may wait; \
     the original's messages wait while no mission plays"
)]
pub struct Flood {
    /// Bytes that would wait.
    pub bytes: usize,
}

impl Session {
    /// A session before its mission starts, without an editor. What of the file's name cannot be
    /// told as one line becomes `?`.
    pub fn new(mission: MissionStarted) -> Self {
        let file = mission.file.replace(char::is_control, "?");
        Self {
            mission: MissionStarted { file, ..mission },
            phase: Phase::Before,
            is_linked: false,
            has_flags: false,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            told_at: None,
            outgoing: Vec::new(),
            outgoing_bytes: 0,
            log: Vec::new(),
            logged: BTreeSet::new(),
        }
    }

    /// Whether an editor is there.
    pub fn is_linked(&self) -> bool {
        self.is_linked
    }

    /// An editor came: it is told what the game is and, in mid-mission, which one plays.
    pub fn connect(&mut self, simulation: &mut Simulation) {
        self.is_linked = true;
        self.has_flags = false;
        self.send(&ToEditor::Hello(Hello {
            protocol: PROTOCOL,
            openreliant: concat!("sortie-engine ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: "StarLancer".to_owned(),
            vm: "starlancer".to_owned(),
            others: vec![
                (ENGINE_KEY.to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
                (LIVE_EDITS_KEY.to_owned(), "1".to_owned()),
            ],
        }));
        if self.plays() {
            self.link(simulation);
        }
    }

    /// The editor went: what it sent before is acted on, up to [`MOST_AT_LEAVING`] messages; what waits
    /// for a mission is let go, and so is the script.
    pub fn disconnect(&mut self, simulation: &mut Simulation) {
        for _ in 0..MOST_AT_LEAVING {
            let Some(frame) = self.next_frame() else {
                break;
            };
            // Nobody reads an answer.
            if !matches!(frame.tag, tag::GET_MISSION | tag::GET_STATE) {
                self.act(frame, simulation);
            }
        }
        if !self.waiting.is_empty() {
            self.log.push(format!(
                "the editor went, and {} messages of it that still waited are let go",
                self.waiting.len()
            ));
        }
        self.report(simulation);
        simulation.unlink_editor();
        self.is_linked = false;
        self.waiting.clear();
        self.waiting_bytes = 0;
        self.take_outgoing();
    }

    /// The mission's script is about to start: the editor is told, and sends its flags.
    pub fn begin(&mut self, simulation: &mut Simulation) {
        self.phase = Phase::Starting;
        if self.is_linked {
            self.link(simulation);
        }
    }

    /// Whether the start parts wait for the editor's flags, for [`FLAGS_PATIENCE`] at most.
    pub fn waits_for_flags(&self) -> bool {
        self.phase == Phase::Starting && self.is_linked && !self.has_flags
    }

    /// Runs the mission on by a tick, the first of which runs the start parts, and tells the editor
    /// what came of it.
    pub fn tick(&mut self, simulation: &mut Simulation) {
        if self.phase == Phase::Starting {
            self.phase = Phase::Playing;
        }
        simulation.tick();
        self.report(simulation);
    }

    /// The game ends, and with it a mission that still plays, which the editor is told.
    pub fn end(&mut self, simulation: &mut Simulation) {
        self.report(simulation);
        if self.plays() {
            self.phase = Phase::Over;
            self.send(&ToEditor::MissionEnded);
        }
    }

    /// Takes a message in, to be acted on by [`Self::work`].
    ///
    /// # Errors
    /// [`Flood`] where too much waits already; the message is not taken.
    pub fn receive(&mut self, frame: Frame) -> Result<(), Flood> {
        let bytes = self.waiting_bytes.saturating_add(size(&frame));
        if bytes > MOST_WAITING && !self.waiting.is_empty() {
            return Err(Flood { bytes });
        }
        self.waiting_bytes = bytes;
        self.waiting.push_back(frame);
        Ok(())
    }

    /// Acts on the messages that wait, on [`MOST_AT_ONCE`] of them at most and on fewer where the
    /// answers are large. While no mission plays,
    /// the original's messages wait, and so does what came after one.
    pub fn work(&mut self, simulation: &mut Simulation) {
        for _ in 0..MOST_AT_ONCE {
            if self.outgoing_bytes > ENOUGH {
                break;
            }
            let Some(frame) = self.next_frame() else {
                break;
            };
            self.act(frame, simulation);
        }
        self.report(simulation);
    }

    /// What is to be sent to the editor, in order.
    pub fn take_outgoing(&mut self) -> Vec<Frame> {
        self.outgoing_bytes = 0;
        std::mem::take(&mut self.outgoing)
    }

    /// What is to be logged, a line each.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    fn plays(&self) -> bool {
        matches!(self.phase, Phase::Starting | Phase::Playing)
    }

    fn next_frame(&mut self) -> Option<Frame> {
        let is_own = self.waiting.front()?.tag >= FIRST_OWN;
        if !is_own && !self.plays() {
            return None;
        }
        let frame = self.waiting.pop_front()?;
        self.waiting_bytes = self.waiting_bytes.saturating_sub(size(&frame));
        Some(frame)
    }

    /// Links the editor to the mission and tells it which one plays, with its file.
    fn link(&mut self, simulation: &mut Simulation) {
        simulation.link_editor();
        self.told_at = None;
        self.send(&ToEditor::MissionStarted(self.mission.clone()));
        self.send(&ToEditor::MissionFile(simulation.mission_image()));
    }

    fn act(&mut self, frame: Frame, simulation: &mut Simulation) {
        let tag = frame.tag;
        let message = match ToGame::from_frame(frame) {
            Ok(message) => message,
            Err(error) => {
                self.log_once(tag, "malformed", || format!("passed over: {error}"));
                return;
            }
        };
        if let Some(odd) = unbearable(&message, simulation.image()) {
            self.log_once(tag, odd.field, || {
                let name = message_name(tag);
                format!("the message {name} (tag 0x{tag:X}) is passed over: {odd}")
            });
            return;
        }
        match message {
            ToGame::PlaceShips(records) => simulation.place_ships(&records),
            ToGame::MoveShip {
                object_id, place, ..
            } => simulation.move_ship(object_id, place),
            ToGame::SetTableCounts(counts) => simulation.set_table_counts(&counts),
            ToGame::CopyTable(table, bytes) => simulation.copy_table(table, &bytes),
            ToGame::CopyShips(records) => simulation.copy_ships(&records),
            ToGame::CopyScriptFlags(flags) => {
                self.has_flags = true;
                simulation.set_script_flags(&flags.0);
            }
            ToGame::BindTables => simulation.bind_tables(),
            ToGame::RenumberTimerParts { first, added } => {
                simulation.renumber_timer_parts(first, added);
            }
            ToGame::RetireShip(record) => simulation.retire_ship(&record),
            ToGame::RemakeShip(record) => simulation.remake_ship(&record),
            ToGame::ViewShip(ship) => simulation.view_ship(ship),
            ToGame::RunControl(control) => self.control(control, simulation),
            ToGame::GetMission if self.plays() => {
                self.send(&ToEditor::MissionFile(simulation.mission_image()));
            }
            ToGame::GetState if self.plays() => {
                self.send(&ToEditor::State(Box::new(simulation.take_state())));
            }
            // Nobody asks for what is not there, and nothing reads the rest.
            ToGame::GetMission | ToGame::GetState | ToGame::Nothing => {}
            ToGame::PickShip(_) | ToGame::KeepBytes(_) => {
                self.pass_over(tag, "nothing reads what it sets");
            }
            ToGame::ConsoleLine(_) => self.pass_over(tag, "this game has no console"),
            ToGame::Other { .. } => self.pass_over(tag, "no editor sends such a message"),
        }
    }

    fn control(&mut self, control: RunControl, simulation: &mut Simulation) {
        match control {
            RunControl::Pause(on) => simulation.pause_by_editor(on),
            RunControl::RunOn => simulation.release_script(Release::RunOn),
            RunControl::Into => simulation.release_script(Release::Into),
            RunControl::Over => simulation.release_script(Release::Over),
            RunControl::RunPart(part) => simulation.run_part(part),
            RunControl::Unknown { .. } => {
                self.pass_over(tag::RUN_CONTROL, "its command is none of 0 to 4");
            }
        }
    }

    /// Tells the editor where threads stopped, how the first thread is, and that the mission ended.
    fn report(&mut self, simulation: &mut Simulation) {
        for offset in simulation.take_stops() {
            self.send(&ToEditor::ScriptStopped(offset));
        }
        if self.phase != Phase::Playing {
            return;
        }
        if simulation.is_over() {
            self.phase = Phase::Over;
            self.send(&ToEditor::MissionEnded);
            return;
        }
        let free = |editor: &crate::hold::Editor| editor.hold() == Hold::None;
        let clock = simulation.clock();
        if simulation.editor().is_some_and(free)
            && clock.is_multiple_of(TELL_EVERY)
            && self.told_at != Some(clock)
        {
            self.told_at = Some(clock);
            self.send(&ToEditor::FirstFinished(simulation.first_finished()));
        }
    }

    fn send(&mut self, message: &ToEditor) {
        if !self.is_linked {
            return;
        }
        match message.to_frame() {
            Ok(frame) => {
                self.outgoing_bytes = self.outgoing_bytes.saturating_add(size(&frame));
                self.outgoing.push(frame);
            }
            Err(error) => self.log_once(message.tag(), "unsent", || format!("not sent: {error}")),
        }
    }

    fn pass_over(&mut self, tag: u16, why: &'static str) {
        self.log_once(tag, why, || {
            let name = message_name(tag);
            format!("the message {name} (tag 0x{tag:X}) is passed over: {why}")
        });
    }

    /// Logs something of a tag, once.
    fn log_once(&mut self, tag: u16, why: &'static str, line: impl FnOnce() -> String) {
        if self.logged.len() >= MOST_LOGGED || !self.logged.insert((tag, why)) {
            return;
        }
        self.log.push(line());
        if self.logged.len() == MOST_LOGGED {
            let line = "of further messages that are passed over nothing is said";
            self.log.push(line.to_owned());
        }
    }
}

fn size(frame: &Frame) -> usize {
    frame.payload.len().saturating_add(HEADER_BYTES)
}
