//! A state's lines, written and read.

use std::collections::BTreeMap;

use formats::catalogue;

use super::super::text::{self, push};
use super::words::{
    COMMAND, HOLDS, NONE, STEPS, TRIGGER, flag, hold_word, index, is_word, kept, number,
    order_name, step_word, variable_name, word,
};
use super::{
    EventKind, EventState, GLOBALS, MOST_EVENTS, SHIPS, ShipOrder, ShipState, State, StateCause,
    StateError, THREADS, ThreadState, VARIABLES,
};

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
                    match number(value)? {
                        // As good as not told.
                        0 if variable_name(variable).is_none() => self.variables.remove(&variable),
                        value => self.variables.insert(variable, value),
                    };
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
