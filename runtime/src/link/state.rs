//! How a running script stands, as the text that the game sends.
//!
//! Nothing of a text makes more memory than the format's own limits allow: an index past one is an
//! error, and a line that comes twice counts as it came last.

use std::collections::BTreeMap;

use formats::catalogue;

use crate::hold::{Hold, Release};

use super::text::{self, push};

/// Events that the game keeps between two states; the oldest are dropped first.
pub const MOST_EVENTS: usize = 512;
/// Slots of the thread pool (script-vm V1).
const THREADS: u8 = 32;
/// Globals that a script can name, and that a mission's file has room for.
const GLOBALS: usize = 256;
/// The game's variables.
const VARIABLES: usize = 256;
/// Ships that the game has room for.
const SHIPS: u16 = 512;
/// Bytes of a word that is kept though nobody knows it.
const MOST_WORD: usize = 64;

/// How a script stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The script's clock, in seconds.
    pub clock: u32,
    /// The editor's hold.
    pub hold: Hold,
    /// The step that it waits for.
    pub step: Option<Release>,
    /// Whether it pauses the mission.
    pub paused: bool,
    /// Whether the thread pool's first thread has finished.
    pub first_finished: bool,
    /// The threads that run, by slot, 0 to 31.
    pub threads: BTreeMap<u8, ThreadState>,
    /// The globals.
    pub globals: BTreeMap<u8, u32>,
    /// The game's variables, by number. One without a name that is 0 is not told.
    pub variables: BTreeMap<u8, u32>,
    /// The mission's ships that are made and not destroyed, by index, 0 to 511.
    pub ships: BTreeMap<u16, ShipState>,
    /// What the script did since the last state, in order; [`MOST_EVENTS`] at most.
    pub events: Vec<EventState>,
    /// Events that were dropped since there was no room for them.
    pub events_dropped: u32,
}

/// A thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadState {
    /// Its next instruction, in bytes from the start of the script; `None` outside it.
    pub at: Option<u32>,
    /// Calls that it is inside of.
    pub depth: u32,
    /// The clock value that it waits for; 0 for none.
    pub wake: u32,
    /// Whether it waits for its trigger.
    pub interrupted: bool,
    /// The trigger that started it.
    pub trigger: Option<u32>,
}

/// A ship in play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShipState {
    /// Its current order.
    pub order: ShipOrder,
    /// The slot of the ship that the order is aimed at.
    pub target: Option<u32>,
}

/// A ship's current order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum ShipOrder {
    /// None.
    #[default]
    None,
    /// By its number, as a word of the script; told by its name in the catalogue, if it has one.
    Number(u32),
    /// A name that the catalogue does not know; 64 bytes at most.
    Unknown(String),
}

/// Something that the script did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventState {
    /// What.
    pub kind: EventKind,
    /// The trigger's index, or the command's number.
    pub index: u32,
    /// When, by the script's clock, in milliseconds.
    pub time: u32,
}

/// What a script did.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A trigger fired.
    Trigger,
    /// A command ran.
    Command,
    /// What this version does not know; 64 bytes at most.
    Unknown(String),
}

/// Why a state's text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} has {key}={value}, {cause}")]
pub struct StateError {
    /// The line, from 1.
    pub line: usize,
    /// The key, or its start.
    pub key: String,
    /// The value, or its start.
    pub value: String,
    /// What is wrong.
    pub cause: StateCause,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StateCause {
    /// The value is no number.
    #[error("and wants a number from 0 to 4294967295")]
    Number,
    /// The value is none of the key's words.
    #[error("and wants one of: {0}")]
    Word(&'static str),
    /// The value is a word that is too long to be one.
    #[error("and wants a word of 1 to {MOST_WORD} bytes")]
    Long,
    /// The key's index is past what the game has.
    #[error("and wants an index below {0}")]
    Index(usize),
}

impl State {
    /// Its text.
    ///
    /// Events past [`MOST_EVENTS`] and threads and ships past the game's limits are left out, and so
    /// is an unknown word that is not one line.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(4096);
        push(&mut text, "clock", self.clock);
        push(&mut text, "hold", hold_word(self.hold));
        push(&mut text, "step", step_word(self.step));
        push(&mut text, "paused", u8::from(self.paused));
        push(&mut text, "first_finished", u8::from(self.first_finished));
        for (slot, thread) in self.threads.range(..THREADS) {
            thread.write(*slot, &mut text);
        }
        for (global, value) in &self.globals {
            push(&mut text, format_args!("global.{global}"), value);
        }
        for (number, value) in &self.variables {
            match variable_name(*number) {
                Some(name) => push(&mut text, format_args!("variable.{name}"), value),
                None if *value != 0 => push(&mut text, format_args!("variable.{number}"), value),
                None => {}
            }
        }
        for (index, ship) in self.ships.range(..SHIPS) {
            ship.write(*index, &mut text);
        }
        for (number, event) in self.events.iter().take(MOST_EVENTS).enumerate() {
            event.write(number, &mut text);
        }
        push(&mut text, "events_dropped", self.events_dropped);
        text
    }

    /// Reads its text. Keys that nobody knows are passed over, and what is not told is as in
    /// [`State::default`]; an event is told by its kind.
    ///
    /// # Errors
    /// A [`StateError`] with the line of a value or an index that a known key cannot have.
    pub fn from_text(text: &str) -> Result<Self, StateError> {
        let mut state = Self::default();
        let mut events = BTreeMap::new();
        for (line, key, value) in text::fields(text) {
            state
                .read(&mut events, key, value)
                .map_err(|cause| StateError {
                    line,
                    key: text::shown(key),
                    value: text::shown(value),
                    cause,
                })?;
        }
        state.events = events
            .into_values()
            .filter_map(EventDraft::finish)
            .collect();
        Ok(state)
    }

    fn read(
        &mut self,
        events: &mut BTreeMap<usize, EventDraft>,
        key: &str,
        value: &str,
    ) -> Result<(), StateCause> {
        match key {
            "clock" => self.clock = number(value)?,
            "hold" => self.hold = word(value, &HOLDS, "held, released, none")?,
            "step" => self.step = word(value, &STEPS, "run_on, into, over, none")?,
            "paused" => self.paused = flag(value)?,
            "first_finished" => self.first_finished = flag(value)?,
            "events_dropped" => self.events_dropped = number(value)?,
            _ => return self.read_indexed(events, key, value),
        }
        Ok(())
    }

    fn read_indexed(
        &mut self,
        events: &mut BTreeMap<usize, EventDraft>,
        key: &str,
        value: &str,
    ) -> Result<(), StateCause> {
        let Some((kind, rest)) = key.split_once('.') else {
            return Ok(());
        };
        let (name, field) = rest.split_once('.').unwrap_or((rest, ""));
        match (kind, field) {
            ("thread", "at" | "depth" | "wake" | "interrupted" | "trigger") => {
                if let Some(slot) = index::<u8>(name, usize::from(THREADS))? {
                    self.threads.entry(slot).or_default().read(field, value)?;
                }
            }
            ("global", "") => {
                if let Some(global) = index(name, GLOBALS)? {
                    self.globals.insert(global, number(value)?);
                }
            }
            ("variable", "") => {
                let named = catalogue::variable_by_name(name).map(|variable| variable.number);
                if let Some(variable) =
                    named.map_or_else(|| index(name, VARIABLES), |it| Ok(Some(it)))?
                {
                    self.variables.insert(variable, number(value)?);
                }
            }
            ("ship", "order" | "target") => {
                if let Some(ship) = index::<u16>(name, usize::from(SHIPS))? {
                    let ship = self.ships.entry(ship).or_default();
                    match field {
                        "order" => ship.order = ShipOrder::from_word(value)?,
                        _ => ship.target = Some(number(value)?),
                    }
                }
            }
            ("event", "kind" | "index" | "time") => {
                if let Some(event) = index::<u16>(name, MOST_EVENTS)? {
                    let event = events.entry(usize::from(event)).or_default();
                    match field {
                        "kind" => event.kind = Some(EventKind::from_word(value)?),
                        "index" => event.index = number(value)?,
                        _ => event.time = number(value)?,
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl ThreadState {
    fn write(&self, slot: u8, text: &mut String) {
        match self.at {
            Some(at) => push(text, format_args!("thread.{slot}.at"), at),
            None => push(text, format_args!("thread.{slot}.at"), NONE),
        }
        push(text, format_args!("thread.{slot}.depth"), self.depth);
        push(text, format_args!("thread.{slot}.wake"), self.wake);
        let interrupted = u8::from(self.interrupted);
        push(text, format_args!("thread.{slot}.interrupted"), interrupted);
        if let Some(trigger) = self.trigger {
            push(text, format_args!("thread.{slot}.trigger"), trigger);
        }
    }

    fn read(&mut self, field: &str, value: &str) -> Result<(), StateCause> {
        match field {
            "at" if value == NONE => self.at = None,
            "at" => self.at = Some(number(value)?),
            "depth" => self.depth = number(value)?,
            "wake" => self.wake = number(value)?,
            "interrupted" => self.interrupted = flag(value)?,
            _ => self.trigger = Some(number(value)?),
        }
        Ok(())
    }
}

impl ShipState {
    fn write(&self, index: u16, text: &mut String) {
        self.order.write(index, text);
        if let Some(target) = self.target {
            push(text, format_args!("ship.{index}.target"), target);
        }
    }
}

impl ShipOrder {
    fn write(&self, ship: u16, text: &mut String) {
        let key = format_args!("ship.{ship}.order");
        match self {
            Self::Number(number) => match order_name(*number) {
                Some(name) => push(text, key, name),
                None => push(text, key, number),
            },
            Self::Unknown(word) if is_word(word) => push(text, key, word),
            Self::None | Self::Unknown(_) => push(text, key, NONE),
        }
    }

    fn from_word(word: &str) -> Result<Self, StateCause> {
        if word == NONE {
            return Ok(Self::None);
        }
        if let Ok(number) = word.parse() {
            return Ok(Self::Number(number));
        }
        match catalogue::order_by_name(word) {
            Some(order) => Ok(Self::Number(u32::from(order.number))),
            None => kept(word).map(Self::Unknown),
        }
    }
}

impl EventState {
    fn write(&self, number: usize, text: &mut String) {
        let kind = match &self.kind {
            EventKind::Trigger => TRIGGER,
            EventKind::Command => COMMAND,
            EventKind::Unknown(word) if is_word(word) => word,
            EventKind::Unknown(_) => return,
        };
        push(text, format_args!("event.{number}.kind"), kind);
        push(text, format_args!("event.{number}.index"), self.index);
        push(text, format_args!("event.{number}.time"), self.time);
    }
}

impl EventKind {
    fn from_word(word: &str) -> Result<Self, StateCause> {
        match word {
            TRIGGER => Ok(Self::Trigger),
            COMMAND => Ok(Self::Command),
            _ => kept(word).map(Self::Unknown),
        }
    }
}

/// An event of which not all lines were read yet.
#[derive(Default)]
struct EventDraft {
    kind: Option<EventKind>,
    index: u32,
    time: u32,
}

impl EventDraft {
    fn finish(self) -> Option<EventState> {
        Some(EventState {
            kind: self.kind?,
            index: self.index,
            time: self.time,
        })
    }
}

const NONE: &str = "none";
const TRIGGER: &str = "trigger";
const COMMAND: &str = "command";
const HOLDS: [(&str, Hold); 3] = [
    ("held", Hold::Held),
    ("released", Hold::Released),
    (NONE, Hold::None),
];
const STEPS: [(&str, Option<Release>); 4] = [
    ("run_on", Some(Release::RunOn)),
    ("into", Some(Release::Into)),
    ("over", Some(Release::Over)),
    (NONE, None),
];

fn hold_word(hold: Hold) -> &'static str {
    let found = HOLDS.iter().find(|(_, of)| *of == hold);
    found.map_or(NONE, |(word, _)| word)
}

fn step_word(step: Option<Release>) -> &'static str {
    let found = STEPS.iter().find(|(_, of)| *of == step);
    found.map_or(NONE, |(word, _)| word)
}

fn variable_name(number: u8) -> Option<&'static str> {
    catalogue::variable(number)?.name.as_deref()
}

fn order_name(number: u32) -> Option<&'static str> {
    let number = u16::try_from(number).ok()?;
    catalogue::order(number)?.script_name.as_deref()
}

fn number(value: &str) -> Result<u32, StateCause> {
    value.parse().map_err(|_| StateCause::Number)
}

fn flag(value: &str) -> Result<bool, StateCause> {
    word(value, &[("0", false), ("1", true)], "0, 1")
}

fn word<T: Copy>(value: &str, words: &[(&str, T)], listed: &'static str) -> Result<T, StateCause> {
    let found = words.iter().find(|(word, _)| *word == value);
    found.map(|(_, of)| *of).ok_or(StateCause::Word(listed))
}

/// Whether a word comes back as it was written.
fn is_word(word: &str) -> bool {
    (1..=MOST_WORD).contains(&word.len()) && text::is_one_line(word)
}

/// A word that nobody knows.
fn kept(word: &str) -> Result<String, StateCause> {
    is_word(word)
        .then(|| word.to_owned())
        .ok_or(StateCause::Long)
}

/// An index below a limit; `None` where a key has something else in its place.
fn index<T: TryFrom<u64>>(name: &str, limit: usize) -> Result<Option<T>, StateCause> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    // A number that is too long to be read is past any limit.
    let index: u64 = name.parse().map_err(|_| StateCause::Index(limit))?;
    let index = Some(index).filter(|index| *index < limit as u64);
    let index = index.and_then(|index| T::try_from(index).ok());
    index.map(Some).ok_or(StateCause::Index(limit))
}
