//! Why a trigger did not fire, told in sentences with the author's names.

mod nothing;
mod outcome;
mod raises;

use formats::catalogue::condition;
use model::AnyId;
use runtime::{Attempt, RecordRef, Tick, WhyCause, WhyNot};

use crate::words::counted;

use super::{Names, ending_text, time_text};

pub use raises::what_raises;

/// Lines of events that are told.
const MOST_TOLD: usize = 20;

/// A line of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyLine {
    /// What it says.
    pub text: String,
    /// When that was.
    pub tick: Option<Tick>,
    /// The record that it is about.
    pub record: Option<AnyId>,
    /// The instruction that it is about, in bytes from the start of the script.
    pub script: Option<u32>,
}

impl WhyLine {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            tick: None,
            record: None,
            script: None,
        }
    }
}

/// What a finding says: its words, and where they lead.
#[derive(Debug, Default)]
struct Told {
    /// A clause that goes on after "trigger x did not fire: ".
    text: String,
    record: Option<AnyId>,
    script: Option<u32>,
    tick: Option<Tick>,
}

impl Told {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// The answer to why a trigger did not fire: first the cause, then what came, the latest first, and
/// last what would raise the event.
pub fn why_lines(why: &WhyNot, names: &Names) -> Vec<WhyLine> {
    let words = Words { why, names };
    let mut lines = vec![words.cause()];
    lines.extend(words.history());
    lines.extend(words.others());
    if let Some(ending) = why.over {
        lines.push(WhyLine {
            tick: Some(why.until),
            ..WhyLine::new(format!("{}.", ending_text(ending)))
        });
    }
    if let Some(raises) = what_raises(why.condition) {
        let event = words.event();
        lines.push(WhyLine::new(format!("What raises {event}: {raises}")));
    }
    lines
}

/// An answer, and the names of what it is about.
struct Words<'a> {
    why: &'a WhyNot,
    names: &'a Names,
}

impl Words<'_> {
    /// The cause, in a full sentence.
    fn cause(&self) -> WhyLine {
        let trigger = self.names.trigger(self.why.trigger);
        let name = match &trigger {
            Some(id) => id.to_string(),
            None => format!("trigger {}", self.why.trigger),
        };
        let (told, tick) = match self.why.cause() {
            WhyCause::Fired(attempt) => (self.outcome(attempt), Some(attempt.tick)),
            WhyCause::Failed(attempt) => (self.outcome(attempt), Some(attempt.tick)),
            WhyCause::NoEvent(no_event) => (self.no_event(no_event), None),
        };
        let text = match self.why.cause() {
            WhyCause::Fired(attempt) => format!("{name} fired {}.", self.at(attempt, &told.text)),
            WhyCause::Failed(attempt) => format!(
                "{name} did not fire as {} came at {}: {}.",
                self.event_of(attempt),
                time_text(attempt.tick),
                told.text
            ),
            WhyCause::NoEvent(_) => format!("{name} did not fire: {}.", told.text),
        };
        WhyLine {
            text: crate::words::capital(&text),
            tick: told.tick.or(tick),
            record: told.record.or(trigger),
            script: told.script,
        }
    }

    fn at(&self, attempt: &Attempt, then: &str) -> String {
        let event = self.event_of(attempt);
        format!("at {} on {event}{then}", time_text(attempt.tick))
    }

    /// The events that came, the latest first; such as say the same one after another are one line.
    fn history(&self) -> Vec<WhyLine> {
        let mut lines: Vec<WhyLine> = Vec::new();
        // Of the last line: how often it came, and when first.
        let mut runs: Vec<(usize, Tick)> = Vec::new();
        let mut told: usize = 0;
        for attempt in self.why.attempts.iter().rev() {
            let line = self.attempt(attempt);
            match (lines.last(), runs.last_mut()) {
                (Some(last), Some((times, first))) if last.text == line.text => {
                    *times += 1;
                    *first = attempt.tick;
                }
                _ if lines.len() >= MOST_TOLD => break,
                _ => {
                    lines.push(line);
                    runs.push((1, attempt.tick));
                }
            }
            told += 1;
        }
        for (line, (times, first)) in lines.iter_mut().zip(runs) {
            if times > 1 {
                line.text += &format!(" So {times} times, first at {}.", time_text(first));
            }
        }
        let more = self.why.attempts.len().saturating_sub(told);
        let more = more.saturating_add(self.why.left_out as usize);
        if more > 0 {
            lines.push(WhyLine::new(format!(
                "{} came before.",
                counted(more, "such event")
            )));
        }
        lines
    }

    fn attempt(&self, attempt: &Attempt) -> WhyLine {
        let told = self.outcome(attempt);
        let event = self.event_of(attempt);
        let values = self.values(attempt);
        let came = match attempt.has_fired() {
            true => format!("{event}{values} fired it{}.", told.text),
            false => format!("{event}{values} came: {}.", told.text),
        };
        WhyLine {
            text: crate::words::capital(&came),
            tick: Some(attempt.tick),
            record: told
                .record
                .or_else(|| attempt.ship.and_then(|ship| self.names.ship(ship))),
            script: told.script,
        }
    }

    /// What of other conditions came to the object.
    fn others(&self) -> Option<WhyLine> {
        let others: Vec<String> = self
            .why
            .others
            .iter()
            .map(|other| {
                let event = event_name(other.condition);
                let at = time_text(other.last);
                match other.count {
                    1 => format!("{event} (at {at})"),
                    count => format!("{event} ({count} times, last at {at})"),
                }
            })
            .collect();
        (!others.is_empty()).then(|| WhyLine {
            record: self.why.record.and_then(|it| self.record(it)),
            ..WhyLine::new(format!(
                "Other events came to {}: {}.",
                self.subject(),
                others.join(", ")
            ))
        })
    }

    /// The name of the condition's event.
    fn event(&self) -> String {
        event_name(self.why.condition)
    }

    /// An event with whose it is: "Destroyed of ship sabre_1".
    fn event_of(&self, attempt: &Attempt) -> String {
        let event = self.event();
        let of = match (attempt.ship, attempt.component) {
            (Some(ship), Some(component)) => {
                let ship = self.called(RecordRef::Ship(ship));
                format!("{event} of component {component} of {ship}")
            }
            (Some(ship), None) => format!("{event} of {}", self.called(RecordRef::Ship(ship))),
            (None, _) => format!("{event} of {}", self.subject()),
        };
        match attempt.group {
            Some(group) => format!("{of} in {}", self.called(group)),
            None => of,
        }
    }

    /// The record whose trigger it is.
    fn subject(&self) -> String {
        match (self.why.record, self.why.object) {
            (Some(record), _) => self.called(record),
            (None, Some(object)) => format!("object {object}"),
            (None, None) => "nobody".to_owned(),
        }
    }

    fn record(&self, record: RecordRef) -> Option<AnyId> {
        match record {
            RecordRef::Ship(index) => self.names.ship(index),
            RecordRef::FlightGroup(index) => self.names.group(index),
            RecordRef::Squad(index) => self.names.squad(index),
            RecordRef::Curve(index) => self.names.curve(index),
        }
    }

    /// A record by the author's name, or by its number where the author has none such.
    fn called(&self, record: RecordRef) -> String {
        if let Some(id) = self.record(record) {
            return id.to_string();
        }
        match record {
            RecordRef::Ship(index) => format!("ship number {index}, which is not there"),
            RecordRef::FlightGroup(index) => {
                format!("flight group number {index}, which is not there")
            }
            RecordRef::Squad(index) => format!("squad number {index}, which is not there"),
            RecordRef::Curve(index) => format!("curve number {index}, which is not there"),
        }
    }

    /// Several records, by their names.
    fn list(&self, records: impl IntoIterator<Item = RecordRef>) -> String {
        let names: Vec<String> = records.into_iter().map(|it| self.called(it)).collect();
        listed(&names)
    }
}

/// Names with commas, and "and" before the last; of many, the first few.
fn listed(names: &[String]) -> String {
    const MOST: usize = 6;
    let more = names.len().saturating_sub(MOST);
    let told = names.get(..MOST).unwrap_or(names);
    match (told, more) {
        (told, 1..) => format!("{} and {more} more", told.join(", ")),
        ([first @ .., last], 0) if !first.is_empty() => {
            format!("{} and {last}", first.join(", "))
        }
        (told, 0) => told.join(", "),
    }
}

/// The name of a condition's event.
fn event_name(number: u8) -> String {
    condition(number).map_or_else(|| format!("event {number}"), |it| it.symbol())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_cut_short() {
        let names: Vec<String> = (1..=9).map(|n| format!("s{n}")).collect();
        assert_eq!(listed(&names[..1]), "s1");
        assert_eq!(listed(&names[..2]), "s1 and s2");
        assert_eq!(listed(&names[..6]), "s1, s2, s3, s4, s5 and s6");
        assert_eq!(listed(&names), "s1, s2, s3, s4, s5, s6 and 3 more");
    }
}
