//! What of a run's trace is asked for again and again: who wrote what, what each trigger did, how
//! long each thread, shot and line lasted.
//!
//! It is read off the trace a piece at a time, so that a trace of a million entries never holds up
//! a frame, and anew where the trace was rewritten.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use runtime::{Firing, Origin, Speaker, ThreadEnd, Tick, Trace, TraceEntry, TraceEvent};

use super::Preview;

/// Time that a frame may spend on reading the trace.
const BUDGET: Duration = Duration::from_millis(4);
/// Entries between two looks at the clock.
const PIECE: usize = 1024;
/// Commands that a thread waits in (script-vm V84, V85): Wait, WaitForSpeech, WaitForMovie,
/// InterruptTriggerCode, WaitForJumpOrLaunch, WaitForKey, WaitForDirectorCam.
pub const WAITS: [u8; 7] = [0x05, 0x07, 0x09, 0x17, 0x3A, 0x4C, 0x50];

/// A run's trace, read.
#[derive(Debug, Default)]
pub struct Chronicle {
    /// Which trace was read, and how far.
    trace: u64,
    read: usize,
    /// Threads, in the order in which they started.
    pub threads: Vec<Life>,
    /// The thread in each slot that has one.
    in_slot: BTreeMap<u8, usize>,
    /// The thread of each entry that tells its end, by the entry's place in the trace.
    ends: BTreeMap<usize, usize>,
    /// Triggers that something happened to, by their numbers.
    pub triggers: BTreeMap<u16, Deeds>,
    /// Writes of each global, first to last, by their places in the trace.
    pub globals: BTreeMap<u8, Vec<usize>>,
    /// The same of the game's variables.
    pub variables: BTreeMap<u8, Vec<usize>>,
    /// The director's shots.
    pub shots: Vec<Shot>,
    /// The radio's lines.
    pub lines: Vec<Line>,
}

/// A thread from its start to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life {
    /// Its slot.
    pub slot: u8,
    /// What started it.
    pub origin: Origin,
    /// Its first instruction, in bytes from the start of the script.
    pub script: u32,
    /// When it started.
    pub start: Tick,
    /// When and how it ended, once it has.
    pub end: Option<(Tick, ThreadEnd)>,
    /// When it waited, each until it was heard of again, and by which command.
    pub waits: Vec<(Tick, Option<Tick>, u8)>,
}

/// What a trigger did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deeds {
    /// When it was tested, and whether the event's values passed.
    pub tested: Vec<(Tick, bool)>,
    /// When it was met, and what came of that: it fired where its thread was started or woken.
    pub met: Vec<(Tick, Firing)>,
}

/// A shot of the director.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shot {
    /// When it began.
    pub start: Tick,
    /// When it was over, once it was.
    pub end: Option<Tick>,
    /// Ticks that it was to last.
    pub ticks: u32,
    /// The curve that it began on.
    pub curve: Option<u16>,
    /// The ship that it was taken from.
    pub ship: Option<u16>,
}

/// A line of the radio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// When it began.
    pub start: Tick,
    /// When it was over, once it was.
    pub end: Option<Tick>,
    /// Ticks that it was to last.
    pub ticks: u32,
    /// Who spoke.
    pub speaker: Speaker,
    /// Its file.
    pub name: String,
}

impl Deeds {
    /// The last test up to a moment.
    pub fn last_test(&self, now: Tick) -> Option<(Tick, bool)> {
        let later = self.tested.partition_point(|(tick, _)| *tick <= now);
        self.tested.get(later.checked_sub(1)?).copied()
    }

    /// What it was met with up to a moment.
    pub fn met_by(&self, now: Tick) -> &[(Tick, Firing)] {
        let later = self.met.partition_point(|(tick, _)| *tick <= now);
        self.met.get(..later).unwrap_or_default()
    }

    /// When it fired.
    pub fn fired(&self) -> impl Iterator<Item = Tick> {
        firings(&self.met)
    }
}

/// When a trigger fired, of all that it was met with.
pub fn firings(met: &[(Tick, Firing)]) -> impl DoubleEndedIterator<Item = Tick> {
    met.iter()
        .filter(|(_, firing)| firing.ran())
        .map(|(tick, _)| *tick)
}

impl Chronicle {
    /// Reads what is new of a run, as far as a frame has time; true once all is read.
    pub fn update(&mut self, preview: &Preview) -> bool {
        match preview.trace() {
            Some(trace) => self.read(preview.trace_number(), trace),
            None => {
                *self = Self::default();
                true
            }
        }
    }

    /// Reads what is new of a trace, or all of it where its number is another; true once all is
    /// read.
    pub fn read(&mut self, number: u64, trace: &Trace) -> bool {
        if self.trace != number {
            *self = Self {
                trace: number,
                ..Self::default()
            };
        }
        let begun = Instant::now();
        while self.read < trace.len() {
            for entry in trace.since(self.read).take(PIECE) {
                self.read_one(entry);
            }
            if begun.elapsed() > BUDGET {
                break;
            }
        }
        self.read >= trace.len()
    }

    /// Which trace was read; another number is another past.
    pub fn trace_number(&self) -> u64 {
        self.trace
    }

    /// The thread whose end an entry of the trace tells, by the entry's place.
    pub fn ended_at(&self, place: usize) -> Option<&Life> {
        self.threads.get(*self.ends.get(&place)?)
    }

    fn read_one(&mut self, entry: &TraceEntry) {
        let place = self.read;
        self.read += 1;
        let now = entry.tick;
        match &entry.event {
            TraceEvent::ThreadStarted {
                thread,
                origin,
                script,
                ..
            } => {
                self.in_slot.insert(*thread, self.threads.len());
                self.threads.push(Life {
                    slot: *thread,
                    origin: *origin,
                    script: *script,
                    start: now,
                    end: None,
                    waits: Vec::new(),
                });
            }
            TraceEvent::ThreadEnded { thread, end } => {
                self.hear_of(*thread, now);
                if let Some(at) = self.in_slot.remove(thread) {
                    self.ends.insert(place, at);
                    if let Some(life) = self.threads.get_mut(at) {
                        life.end = Some((now, *end));
                    }
                }
            }
            TraceEvent::Command {
                command, thread, ..
            } => {
                self.hear_of(*thread, now);
                if WAITS.contains(command)
                    && let Some(life) = self.life(*thread)
                {
                    life.waits.push((now, None, *command));
                }
            }
            TraceEvent::GlobalWritten { global, thread, .. } => {
                self.globals.entry(*global).or_default().push(place);
                thread.iter().for_each(|it| self.hear_of(*it, now));
            }
            TraceEvent::VariableWritten {
                variable, thread, ..
            } => {
                self.variables.entry(*variable).or_default().push(place);
                thread.iter().for_each(|it| self.hear_of(*it, now));
            }
            TraceEvent::TriggerTested {
                trigger, passed, ..
            } => {
                let deeds = self.triggers.entry(*trigger).or_default();
                deeds.tested.push((now, *passed));
            }
            TraceEvent::TriggerFired {
                trigger, firing, ..
            } => {
                let deeds = self.triggers.entry(*trigger).or_default();
                deeds.met.push((now, *firing));
            }
            // A game that is linked tells firings alone.
            TraceEvent::ToldTrigger { trigger } => {
                let deeds = self.triggers.entry(*trigger).or_default();
                deeds.met.push((now, Firing::Started));
            }
            TraceEvent::ShotBegun { curve, ship, ticks } => {
                end_open(self.shots.last_mut().map(|it| &mut it.end), now);
                self.shots.push(Shot {
                    start: now,
                    end: None,
                    ticks: *ticks,
                    curve: *curve,
                    ship: *ship,
                });
            }
            TraceEvent::ShotEnded => end_open(self.shots.last_mut().map(|it| &mut it.end), now),
            TraceEvent::LineBegun {
                speaker,
                name,
                ticks,
            } => self.lines.push(Line {
                start: now,
                end: None,
                ticks: *ticks,
                speaker: *speaker,
                name: name.clone(),
            }),
            TraceEvent::LineEnded { .. } => {
                end_open(self.lines.last_mut().map(|it| &mut it.end), now);
            }
            _ => {}
        }
    }

    fn life(&mut self, slot: u8) -> Option<&mut Life> {
        self.threads.get_mut(*self.in_slot.get(&slot)?)
    }

    /// A thread that does something waits no longer.
    fn hear_of(&mut self, slot: u8, now: Tick) {
        if let Some(life) = self.life(slot)
            && let Some((_, until @ None, _)) = life.waits.last_mut()
        {
            *until = Some(now);
        }
    }
}

fn end_open(end: Option<&mut Option<Tick>>, now: Tick) {
    if let Some(open @ None) = end {
        *open = Some(now);
    }
}
