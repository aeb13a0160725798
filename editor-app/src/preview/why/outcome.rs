//! What came of an event, in words.

use formats::catalogue::{EventValue, command, condition};
use runtime::{Attempt, Came, Disarmed, Fate, Member, Outcome, RecordRef, Stand, Waits, Wanted};

use super::super::time_text;
use super::super::words::firing_text;
use super::{Told, Words, listed};

/// The value of ShotAt that the game always leaves at -1.
const WEAPON: (u8, u8) = (0x00, 4);

impl Words<'_> {
    /// What came of an event: a clause that says why the trigger did not fire, or what goes on after
    /// "fired".
    pub(super) fn outcome(&self, attempt: &Attempt) -> Told {
        match &attempt.outcome {
            Outcome::NotArmed { why, .. } => self.disarmed(why),
            Outcome::OtherQualifier { wanted, came } => Told::new(match (wanted, came) {
                (Some(wanted), _) if attempt.group.is_some() => format!(
                    "a group hears of the whole ship alone, and the trigger wants component {wanted}"
                ),
                (Some(wanted), Some(came)) => {
                    format!(
                        "the event is of component {came}, and the trigger wants component {wanted}"
                    )
                }
                (Some(wanted), None) => format!(
                    "the event is of the whole ship, and the trigger wants component {wanted}"
                ),
                (None, came) => format!(
                    "the event is of component {}, and the trigger wants the whole ship",
                    came.unwrap_or(0)
                ),
            }),
            Outcome::RunsNothing => Told::new("it has nothing to run"),
            Outcome::Vetoed { alive } => self.vetoed(alive),
            Outcome::Operand {
                operand,
                wanted,
                came,
            } => self.operand(*operand, *wanted, *came),
            Outcome::OddOperand { operand, tag } => Told::new(format!(
                "its {} names a kind of record (0x{tag:02X}) that no event brings, so it can never \
                 fire",
                self.label(*operand)
            )),
            Outcome::Dropped => Told::new("1,000 events waited already, so this one was dropped"),
            Outcome::Waiting => Told::new(match self.why.over {
                Some(_) => "the mission was over before the event was raised",
                None => "the event waits still for a frame in which the script runs",
            }),
            Outcome::Busy { stand } => Told {
                text: format!(
                    "the thread of its last firing was still running, and {}",
                    waits(stand)
                ),
                script: Some(stand.script),
                ..Told::default()
            },
            Outcome::TooManyThreads => {
                Told::new("31 threads ran, the most that can, so the event was lost")
            }
            Outcome::PastImage => Told::new(
                "its routine lies past the end of the mission, so nothing could be started",
            ),
            Outcome::Fired { woke, end, .. } => fate(*woke, end),
        }
    }

    /// The event's values with their labels, in brackets.
    pub(super) fn values(&self, attempt: &Attempt) -> String {
        let values: Vec<String> = (0..)
            .zip(&attempt.values)
            .map(|(place, came)| format!("{}: {}", self.label(place), self.came(*came)))
            .collect();
        match values.is_empty() {
            true => String::new(),
            false => format!(" ({})", values.join(", ")),
        }
    }

    fn disarmed(&self, why: &Disarmed) -> Told {
        let mut told = Told::default();
        told.text = match *why {
            Disarmed::NotYet => {
                "the start routines ran still, and triggers that start unarmed are armed only behind \
                 them"
                    .to_owned()
            }
            Disarmed::FiredOnce {
                at, last, times, ..
            } if !last.ran() => format!(
                "it fires once each time that it is armed, and that was used up at {}, where it {}; it \
                 had fired {}",
                time_text(at),
                firing_text(last),
                often(times)
            ),
            Disarmed::FiredOnce { at, times: 1, .. } => format!(
                "it fires once, and it had fired at {}; it was not armed since",
                time_text(at)
            ),
            Disarmed::FiredOnce { at, times, .. } => format!(
                "it fires once each time that it is armed, and it had fired {times} times, last at {}",
                time_text(at)
            ),
            Disarmed::UsedUp { at, last, times } if !last.ran() => format!(
                "its count was used up at {}, where it {}; it had fired {}",
                time_text(at),
                firing_text(last),
                often(times)
            ),
            Disarmed::UsedUp { at, times, .. } => format!(
                "its count was used up: it had fired {times} times, last at {}",
                time_text(at)
            ),
            Disarmed::ByScript { at, script } => {
                told.script = script;
                format!("it was not armed, as a script had disarmed it at {}", time_text(at))
            }
            Disarmed::Unknown => "it was not armed".to_owned(),
        };
        told
    }

    fn vetoed(&self, alive: &[Member]) -> Told {
        let name = |member: &Member| {
            let ship = self.called(RecordRef::Ship(member.ship));
            match member.component {
                Some(component) => format!("component {component} of {ship}"),
                None => ship,
            }
        };
        let names = |there: bool| -> Vec<String> {
            let members = alive.iter().filter(|member| member.there == there);
            members.map(name).collect()
        };
        let mut clauses = Vec::new();
        for (names, one, several) in [
            (names(true), "is not destroyed", "are not destroyed"),
            (
                names(false),
                "was never made or was taken away, which never counts as destroyed",
                "were never made or were taken away, which never counts as destroyed",
            ),
        ] {
            if !names.is_empty() {
                let is = if names.len() == 1 { one } else { several };
                clauses.push(format!("{} {is}", listed(&names)));
            }
        }
        let first = alive.first().map(|member| RecordRef::Ship(member.ship));
        Told {
            text: format!(
                "it waits until every member is destroyed, and {}",
                clauses.join(", and ")
            ),
            record: first.and_then(|first| self.record(first)),
            ..Told::default()
        }
    }

    fn operand(&self, operand: u8, wanted: Wanted, came: Came) -> Told {
        let label = self.label(operand);
        if (self.why.condition, operand) == WEAPON {
            return Told::new(format!(
                "its {label} is set, which the game never tells; only left unset it lets an event pass"
            ));
        }
        let wanted = match wanted {
            Wanted::AnyPlayer => "any player".to_owned(),
            Wanted::Record(record) => self.called(record),
            Wanted::Number(number) => number.to_string(),
        };
        Told::new(format!(
            "{label} was {}, and the trigger wants {wanted}",
            self.came(came)
        ))
    }

    fn came(&self, came: Came) -> String {
        match came {
            Came::Nobody => "nobody".to_owned(),
            Came::Record(record) => self.called(record),
            // Signed, as -1 stands for none.
            Came::Number(number) => (number as i32).to_string(),
        }
    }

    /// The developers' label of a value.
    fn label(&self, place: u8) -> String {
        condition(self.why.condition)
            .and_then(|row| row.values.get(usize::from(place)))
            .map_or_else(
                || format!("value {place}"),
                |value: &EventValue| value.label.clone(),
            )
    }
}

/// How a firing's thread ended.
fn fate(woke: bool, end: &Fate) -> Told {
    let thread = if woke { ", woke its thread" } else { "" };
    let and = if woke { ", which" } else { ", and its thread" };
    match end {
        Fate::Returned => Told::new(format!("{thread}{and} returned")),
        Fate::Killed => Told::new(format!("{thread}{and} was ended by another thread")),
        Fate::Running { stand } => Told {
            text: format!("{thread}{and} still runs: {}", waits(stand)),
            script: Some(stand.script),
            ..Told::default()
        },
        Fate::Faulted { script, cause } => Told {
            text: format!("{thread}{and} failed: {cause}"),
            script: Some(*script),
            ..Told::default()
        },
    }
}

/// What a thread waits for.
fn waits(stand: &Stand) -> String {
    match stand.waits {
        Waits::Clock { wake } => format!("it sleeps until the clock is past {wake} s"),
        Waits::Command { command: number } => {
            let name = command(number).map_or_else(|| number.to_string(), |it| it.name.clone());
            format!("it waits in {name}")
        }
        Waits::Trigger => "it waits for its trigger to fire again".to_owned(),
        Waits::NextPass => "it goes on in the next frame".to_owned(),
    }
}

/// How often something was, within a sentence.
fn often(times: u32) -> String {
    match times {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        many => format!("{many} times"),
    }
}
