//! The log of what happened in a mission, for timelines, tests and debuggers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::input::Input;
use crate::radio::Speaker;
use crate::vm::fault::Cause;
use crate::vm::thread::Origin;
use crate::vm::triggers::Firing;

/// Entries of a chunk; whole chunks are shared by a simulation and its clones.
const CHUNK: usize = 256;
/// Entries that one tick adds at most, and as many again of those that tell the story: a script
/// that floods the log must not hide what went wrong. What is over is counted.
const MOST_IN_TICK: usize = 4096;
/// Entries that a log holds at most, and half as many again of those that tell the story. What is
/// over is counted.
const MOST: usize = 1_000_000;
const MOST_OF_STORY: usize = MOST + MOST / 2;
/// Bytes of text and lists that count as an entry more.
const BYTES_OF_ENTRY: usize = 64;

/// How much is logged.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum TraceLevel {
    /// Nothing.
    Off,
    /// What an author would tell of the mission: triggers that fired, groups made, lines spoken,
    /// shots, objectives, faults, gaps.
    Story,
    /// The same with what the script did: threads, commands, writes, orders and events.
    #[default]
    Script,
    /// The same with what came to nothing: events that no trigger wanted, triggers whose operands
    /// failed.
    Everything,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceEntry {
    /// When.
    pub tick: Tick,
    /// The script clock then, in whole seconds.
    pub clock: u32,
    /// What.
    #[serde(flatten)]
    pub event: TraceEvent,
}

/// A record of the mission, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordRef {
    /// A placed object.
    Ship(u16),
    /// A flight group.
    FlightGroup(u16),
    /// A squad.
    Squad(u16),
    /// A curve.
    Curve(u16),
}

/// How a thread ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreadEnd {
    /// It returned.
    Returned,
    /// A fault ended it.
    Fault,
    /// Another thread ended it.
    Killed,
}

/// How a mission ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The script or the player's landing ended it: variable 9.
    Over,
    /// The command TerminateMission ended it.
    Terminated,
    /// The player's ship was destroyed.
    Killed,
    /// The ejected player was picked up by a friend.
    Rescued,
    /// The ejected player was picked up by the enemy.
    Captured,
    /// The ejected player's pod was destroyed.
    PodDestroyed,
}

/// Why an order was not taken (orders table and script-vm V98).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// A player's ship does not take it.
    Players,
    /// The current order has started and does not give way.
    Busy,
    /// The ship is exploding, left by its pilot or sent off.
    Lost,
    /// The stack holds 20 orders.
    Full,
}

/// What an order is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OrderTarget {
    /// Nothing.
    None,
    /// A ship's slot, with a component or a gate; the whole ship without one.
    Ship {
        /// The slot.
        ship: u16,
        /// The component or gate.
        component: Option<u16>,
    },
    /// A flight group, whole.
    Group {
        /// Its index.
        group: u16,
    },
    /// A squad, whole.
    Squad {
        /// Its index.
        squad: u16,
    },
    /// A place in the waypoint list.
    Waypoint {
        /// The place.
        waypoint: u16,
    },
}

/// What happened. Ships, groups, triggers, parts, globals and curves are numbered as the image's
/// records; `script` is an instruction's offset in bytes from the start of the script. Arguments
/// and values are dwords as the script has them;
/// [`Simulation::record_at`](crate::Simulation::record_at) finds the record that one is the place
/// of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named for what they number")]
pub enum TraceEvent {
    /// The mission was bound and its start parts are about to run.
    MissionStarted { ships: u16, triggers: u16 },
    /// The mission is over.
    MissionOver { ending: Ending },
    /// An input from outside was applied.
    Input { input: Input },

    /// A thread started; a deferred one first runs in the next pass.
    ThreadStarted {
        thread: u8,
        origin: Origin,
        script: u32,
        deferred: bool,
    },
    /// A thread ended.
    ThreadEnded { thread: u8, end: ThreadEnd },
    /// A thread failed; it ends, and nothing else is touched.
    Fault {
        thread: u8,
        script: u32,
        cause: Cause,
    },
    /// A command was called; one that waits is told as it begins to wait.
    Command {
        command: u8,
        arguments: Vec<u32>,
        thread: u8,
        script: u32,
    },
    /// A thread entered a part by a call (script-vm V56).
    Called { part: u8, thread: u8, script: u32 },
    /// A global was written, by a script or from outside.
    GlobalWritten {
        global: u8,
        value: u32,
        thread: Option<u8>,
        script: Option<u32>,
    },
    /// A game variable was written, by a script, the engine or from outside.
    VariableWritten {
        variable: u8,
        value: u32,
        thread: Option<u8>,
        script: Option<u32>,
    },
    /// A script made a timer; with 16 in use, none was made.
    TimerMade { timer: u16, made: bool },
    /// A timer ran out and started its part.
    TimerFired { timer: u16, part: i32 },

    /// An event was posted; queued only if a trigger would have answered.
    EventPosted {
        condition: u8,
        object: Option<u16>,
        ship: u16,
        component: Option<u8>,
        values: Vec<u32>,
        queued: bool,
    },
    /// An event was raised on an object; vetoed, for triggers that repeat always alone.
    EventRaised {
        condition: u8,
        object: u16,
        component: Option<u8>,
        vetoed: bool,
    },
    /// More than 1,000 events waited; the rest of this tick's were dropped. Told once.
    EventsDropped,
    /// A trigger's operands were compared with an event.
    TriggerTested {
        trigger: u16,
        object: u16,
        passed: bool,
    },
    /// A trigger was met, and fired unless its thread still ran or none could be started.
    TriggerFired {
        trigger: u16,
        object: u16,
        firing: Firing,
    },
    /// A script armed or disarmed a trigger.
    TriggerSet { trigger: u16, armed: bool },
    /// A trigger's operand names a record that no event brings; it never fires. Told once.
    OddOperand { trigger: u16, tag: u8 },

    /// A flight group's ships were made.
    GroupMade { group: u16, ships: Vec<u16> },
    /// A flight group's ships left.
    GroupDestroyed { group: u16 },
    /// A ship was destroyed.
    ShipDestroyed { ship: u16 },
    /// A component of a ship was destroyed.
    ComponentDestroyed { ship: u16, component: u8 },
    /// A ship left its carrier.
    Launched { ship: u16 },
    /// A ship jumped away.
    JumpedOut { ship: u16 },
    /// A ship arrived by a jump, a warp or a gate.
    JumpedIn { ship: u16 },
    /// A ship docked.
    Docked { ship: u16 },
    /// A ship began to cloak or to show itself.
    Cloaking { ship: u16, on: bool },
    /// A ship took an order.
    OrderGiven {
        ship: u16,
        order: i16,
        target: OrderTarget,
        number: u16,
        script: Option<u32>,
    },
    /// A ship did not take an order.
    OrderRefused {
        ship: u16,
        order: i16,
        target: OrderTarget,
        refusal: Refusal,
        script: Option<u32>,
    },
    /// A ship's order came to its end.
    OrderEnded { ship: u16, order: i16 },

    /// A shot of the director's camera began.
    ShotBegun {
        curve: Option<u16>,
        ship: Option<u16>,
        ticks: u32,
    },
    /// The camera came to a curve of the shot.
    ShotCurve { curve: u16, ticks: u32 },
    /// A shot came to its end.
    ShotEnded,
    /// The camera reached a marked point or the end of a curve.
    CameraReached { ship: u16 },
    /// The view changed (engine-facts 20 numbers them).
    ViewChanged { view: u8, ship: Option<u16> },

    /// A line is spoken, for so many ticks.
    LineBegun {
        speaker: Speaker,
        name: String,
        ticks: u32,
    },
    /// The line ended.
    LineEnded { name: String, cut: bool },
    /// A film of a speaking face, or over the whole screen, began.
    FilmBegun { name: String },
    /// The film ended.
    FilmEnded { name: String },
    /// Music began, at once or after the old tune's fade.
    Music { name: String, at_once: bool },
    /// A subtitle, by its number among the game's texts; 0x90 shows none.
    Subtitle { text: u32 },
    /// The script's own words for the developers.
    DebugMessage { text: String },
    /// An instrument was opened or closed.
    Instrument { instrument: u32, open: bool },
    /// An icon of the display: 0 off, 1 on, 2 flashing.
    HudIcon { icon: u32, mode: u32 },
    /// A display, a sound or an effect that only shows, by its command.
    Shown { command: u8, arguments: Vec<u32> },
    /// The script waits for the key of an action.
    KeyAwaited { action: u32 },
    /// An objective's state: 0 hidden, 1 listed, 2 current.
    Objective { objective: u16, state: u16 },

    /// The mission asked for something that the simulation does not do, for the first time.
    Gap { name: String, script: Option<u32> },
    /// A game that is linked told that a trigger fired, and nothing more of it.
    ToldTrigger { trigger: u16 },
    /// A game that is linked told that a command ran, and nothing more of it.
    ToldCommand { command: u8 },
    /// So many entries were left out of the log here.
    Dropped { entries: u32 },
    /// The log has no more room for what scripts do: of what follows it tells the story, as long as
    /// there is room for that.
    LogFull,
    /// Nor has it room for the story: of what follows it tells gaps and the mission's end alone.
    StoryFull,
}

impl TraceEvent {
    /// The least level at which it is logged.
    pub fn level(&self) -> TraceLevel {
        match self {
            Self::ThreadStarted { .. }
            | Self::ThreadEnded { .. }
            | Self::Command { .. }
            | Self::Called { .. }
            | Self::GlobalWritten { .. }
            | Self::VariableWritten { .. }
            | Self::TimerMade { .. }
            | Self::TimerFired { .. }
            | Self::EventPosted { queued: true, .. }
            | Self::EventRaised { .. }
            | Self::TriggerSet { .. }
            | Self::OrderGiven { .. }
            | Self::OrderRefused { .. }
            | Self::OrderEnded { .. }
            | Self::ToldCommand { .. } => TraceLevel::Script,
            Self::EventPosted { queued: false, .. } | Self::TriggerTested { .. } => {
                TraceLevel::Everything
            }
            _ => TraceLevel::Story,
        }
    }

    /// What it takes of the log's room, in entries.
    fn weight(&self) -> usize {
        let bytes = match self {
            Self::Command { arguments, .. } | Self::Shown { arguments, .. } => 4 * arguments.len(),
            Self::EventPosted { values, .. } => 4 * values.len(),
            Self::GroupMade { ships, .. } => 2 * ships.len(),
            Self::LineBegun { name, .. }
            | Self::LineEnded { name, .. }
            | Self::FilmBegun { name }
            | Self::FilmEnded { name }
            | Self::Music { name, .. }
            | Self::Gap { name, .. } => name.len(),
            Self::DebugMessage { text } => text.len(),
            _ => 0,
        };
        1 + bytes / BYTES_OF_ENTRY
    }

    /// Whether it is told however full the log is: there are only so many of these.
    fn is_rare(&self) -> bool {
        matches!(
            self,
            Self::MissionOver { .. } | Self::Gap { .. } | Self::LogFull | Self::StoryFull
        )
    }
}

/// A log that only grows. Cloning it is cheap: whole chunks are shared.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    chunks: Vec<Arc<[TraceEntry]>>,
    open: Vec<TraceEntry>,
    /// What this tick took of its room.
    in_tick: usize,
    /// What the log took of its room.
    taken: usize,
    /// Entries left out of this tick.
    dropped: u32,
    /// Entries left out of all ticks before.
    left_out: u64,
    full: bool,
    story_full: bool,
}

impl Trace {
    /// Entries.
    pub fn len(&self) -> usize {
        self.chunks.len() * CHUNK + self.open.len()
    }

    /// Whether nothing is logged.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty() && self.open.is_empty()
    }

    /// Every entry, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &TraceEntry> {
        self.chunks
            .iter()
            .flat_map(|chunk| chunk.iter())
            .chain(&self.open)
    }

    /// The entries from the n-th on: what is new since the log had `n`.
    pub fn since(&self, n: usize) -> impl Iterator<Item = &TraceEntry> {
        let whole = (n / CHUNK).min(self.chunks.len());
        let rest = n - whole * CHUNK;
        self.chunks
            .iter()
            .skip(whole)
            .flat_map(|chunk| chunk.iter())
            .chain(&self.open)
            .skip(rest)
    }

    /// The n-th entry.
    pub fn get(&self, n: usize) -> Option<&TraceEntry> {
        match self.chunks.get(n / CHUNK) {
            Some(chunk) => chunk.get(n % CHUNK),
            None => self.open.get(n.checked_sub(self.chunks.len() * CHUNK)?),
        }
    }

    /// Entries that were left out, since their tick or the whole log had no more room.
    pub fn left_out(&self) -> u64 {
        self.left_out + u64::from(self.dropped)
    }

    /// Adds what a game that is linked told, at once and in its own tick.
    pub fn tell(&mut self, entry: TraceEntry) {
        let (tick, clock) = (entry.tick, entry.clock);
        self.push(entry);
        self.end_tick(tick, clock);
    }

    pub(crate) fn push(&mut self, entry: TraceEntry) {
        let (in_tick, in_all) = match entry.event.level() {
            TraceLevel::Story => (2 * MOST_IN_TICK, MOST_OF_STORY),
            _ => (MOST_IN_TICK, MOST),
        };
        let has_room = self.in_tick < in_tick && self.taken < in_all;
        if !has_room && !entry.event.is_rare() {
            self.dropped = self.dropped.saturating_add(1);
            return;
        }
        let weight = entry.event.weight();
        self.in_tick += weight;
        self.taken += weight;
        self.append(entry);
    }

    /// Ends a tick: tells how many of its entries were left out.
    pub(crate) fn end_tick(&mut self, tick: Tick, clock: u32) {
        self.in_tick = 0;
        let entries = std::mem::take(&mut self.dropped);
        self.left_out += u64::from(entries);
        let (full, story_full) = (self.taken >= MOST, self.taken >= MOST_OF_STORY);
        let event = match entries {
            0 => return,
            _ if story_full && !self.story_full => TraceEvent::StoryFull,
            _ if full && !self.full => TraceEvent::LogFull,
            _ if full => return,
            entries => TraceEvent::Dropped { entries },
        };
        (self.full, self.story_full) = (full, story_full);
        self.taken += 1;
        self.append(TraceEntry { tick, clock, event });
    }

    /// Leaves the entries out, all else kept: a copy of a run that has them need not hold them too.
    pub(crate) fn strip(&mut self) {
        self.chunks = Vec::new();
        self.open = Vec::new();
    }

    /// Takes over the first entries of a log of the same run.
    pub(crate) fn fill(&mut self, from: &Self, entries: usize) {
        let whole = entries / CHUNK;
        self.chunks = from.chunks.iter().take(whole).cloned().collect();
        let rest = from.since(whole * CHUNK);
        self.open = rest.take(entries % CHUNK).cloned().collect();
    }

    fn append(&mut self, entry: TraceEntry) {
        self.open.push(entry);
        if self.open.len() >= CHUNK {
            self.chunks.push(std::mem::take(&mut self.open).into());
        }
    }
}

impl<'a> IntoIterator for &'a Trace {
    type Item = &'a TraceEntry;
    type IntoIter = Box<dyn Iterator<Item = &'a TraceEntry> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(timer: u16) -> TraceEntry {
        TraceEntry {
            tick: Tick(1),
            clock: 0,
            event: TraceEvent::TimerFired { timer, part: 0 },
        }
    }

    #[test]
    fn entries_come_back_across_chunks() {
        let mut trace = Trace::default();
        for n in 0..600 {
            trace.push(entry(n));
        }
        assert_eq!(trace.len(), 600);
        assert_eq!(trace.iter().count(), 600);
        assert_eq!(trace.get(255), Some(&entry(255)));
        assert_eq!(trace.get(599), Some(&entry(599)));
        assert_eq!(trace.get(600), None);
        for from in [0, 255, 256, 511, 512, 599, 600, 700] {
            let rest: Vec<_> = trace.since(from).cloned().collect();
            let want: Vec<_> = trace.iter().skip(from).cloned().collect();
            assert_eq!(rest, want, "from {from}");
        }
    }

    #[test]
    fn a_flood_is_counted() {
        let mut trace = Trace::default();
        for _ in 0..5000 {
            trace.push(entry(0));
        }
        trace.end_tick(Tick(1), 0);
        assert_eq!(trace.len(), MOST_IN_TICK + 1);
        let last = trace.iter().next_back().unwrap();
        assert_eq!(last.event, TraceEvent::Dropped { entries: 904 });
    }

    #[test]
    fn long_texts_take_more_room() {
        let mut trace = Trace::default();
        let text = "x".repeat(4095);
        for _ in 0..5000 {
            trace.push(TraceEntry {
                tick: Tick(1),
                clock: 0,
                event: TraceEvent::DebugMessage { text: text.clone() },
            });
        }
        // 64 entries' worth each, of twice 4,096.
        assert_eq!(trace.len(), 128);
        assert_eq!(trace.left_out(), 5000 - 128);
    }

    #[test]
    fn a_full_log_still_tells_gaps_and_the_end() {
        let mut trace = Trace::default();
        for tick in 0..400 {
            for _ in 0..5000 {
                trace.push(entry(0));
            }
            trace.end_tick(Tick(tick), 0);
        }
        let told = trace.len();
        assert!(told < MOST + MOST_IN_TICK, "{told}");
        let full = |entry: &&TraceEntry| entry.event == TraceEvent::LogFull;
        assert_eq!(trace.iter().filter(full).count(), 1);
        let event = TraceEvent::MissionOver {
            ending: Ending::Over,
        };
        trace.push(TraceEntry {
            tick: Tick(400),
            clock: 4,
            event: event.clone(),
        });
        assert_eq!(trace.iter().next_back().unwrap().event, event);
        let dropped: u64 = trace
            .iter()
            .map(|entry| match entry.event {
                TraceEvent::Dropped { entries } => u64::from(entries),
                _ => 0,
            })
            .sum();
        assert!(trace.left_out() > dropped);
        let told = trace.iter().filter(|it| **it == entry(0)).count() as u64;
        assert_eq!(told + trace.left_out(), 400 * 5000);
    }

    #[test]
    fn a_full_log_tells_the_story_until_that_is_full_too() {
        let message = TraceEvent::DebugMessage {
            text: "x".to_owned(),
        };
        let told = TraceEntry {
            tick: Tick(1),
            clock: 0,
            event: message.clone(),
        };
        let mut trace = Trace::default();
        let mut ends = Vec::new();
        for tick in 0..500 {
            for _ in 0..5000 {
                trace.push(entry(0));
            }
            for _ in 0..5000 {
                trace.push(told.clone());
            }
            trace.end_tick(Tick(tick), 0);
            let last = trace.iter().next_back().map(|it| it.event.clone());
            ends.push(last.unwrap());
        }
        let at = |event| ends.iter().position(|it| *it == event).unwrap();
        let (full, story_full) = (at(TraceEvent::LogFull), at(TraceEvent::StoryFull));
        assert!(full < story_full, "{full}, {story_full}");
        let after = &ends[full + 1..story_full];
        assert!(after.iter().all(|it| *it == message), "the story goes on");
        let after = &ends[story_full..];
        assert!(
            after.iter().all(|it| *it == TraceEvent::StoryFull),
            "nothing"
        );
    }

    #[test]
    fn entries_are_json_lines() {
        let line = serde_json::to_string(&entry(3)).unwrap();
        assert_eq!(
            line,
            r#"{"tick":1,"clock":0,"event":"timer_fired","timer":3,"part":0}"#
        );
        assert_eq!(serde_json::from_str::<TraceEntry>(&line).unwrap(), entry(3));
    }
}
