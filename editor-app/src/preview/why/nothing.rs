//! Why no event came, in words.

use formats::catalogue::{command, variable};
use runtime::{Nearest, NoEvent, RecordRef};

use super::super::time_text;
use super::{Told, Words, listed};

/// The condition of being destroyed.
const DESTROYED: u8 = 0x01;

impl Words<'_> {
    /// Why no event came: a clause that goes on after "did not fire: ".
    pub(super) fn no_event(&self, no_event: &NoEvent) -> Told {
        let subject = self.subject();
        let event = self.event();
        let mut told = Told::default();
        told.text = match *no_event {
            NoEvent::NoTrigger => "the mission that runs has no such trigger".to_owned(),
            NoEvent::NoSlice => {
                "it belongs to nobody: a trigger without a subject hears of nothing".to_owned()
            }
            NoEvent::NoRecord => format!("it belongs to {subject}, which stands for no record"),
            NoEvent::RunsNothing => format!("it has nothing to run, and no {event} came"),
            NoEvent::ShipsAlone => format!(
                "{event} is for the ship alone and never comes to a flight group or squad such as \
                 {subject}"
            ),
            NoEvent::NotPosted => format!("nothing in the preview posts {event}"),
            NoEvent::PlayerAlone => {
                format!("{event} comes to the player's ship alone, and {subject} is another")
            }
            NoEvent::NotOffered { variable, asked } => {
                let asked = match asked {
                    0 => String::new(),
                    1 => "; the player asked once, in vain".to_owned(),
                    times => format!("; the player asked {times} times, in vain"),
                };
                format!("the script never set {}{asked}", flag(variable))
            }
            NoEvent::NotAsked { variable, since } => {
                told.tick = Some(since);
                format!(
                    "the script set {} at {}, and the player never pressed the key",
                    flag(variable),
                    time_text(since)
                )
            }
            NoEvent::AskedBefore => {
                "the player had called for backup before, and only the first call counts".to_owned()
            }
            NoEvent::NoCurve => format!("no curve ends at {subject}, and it marks a place on none"),
            NoEvent::NotFlown { ref curves } => {
                let records = curves.iter().map(|&curve| RecordRef::Curve(curve));
                told.record = records.clone().next().and_then(|it| self.record(it));
                format!(
                    "no shot of the director came to {}, which leads to {subject}",
                    self.list(records)
                )
            }
            NoEvent::CutShort { curve, at } => {
                let curve = RecordRef::Curve(curve);
                told.tick = Some(at);
                told.record = self.record(curve);
                format!(
                    "a shot came to {} at {}, and did not get as far as {subject}",
                    self.called(curve),
                    time_text(at)
                )
            }
            NoEvent::NoMembers => format!("{subject} has no members"),
            NoEvent::NeverMade {
                ref groups,
                ref alone,
            } => self.never_made(&mut told, groups, alone),
            NoEvent::DestroyedBefore { at } => {
                told.tick = at;
                let when = at.map_or(String::new(), |at| format!(" at {}", time_text(at)));
                let so = match self.why.condition {
                    DESTROYED => "and that is told once",
                    _ => "and nothing came to it after",
                };
                format!("{subject} was destroyed{when} already, {so}")
            }
            NoEvent::Gone { at } => {
                told.tick = Some(at);
                format!(
                    "{subject} was gone from {} on, and no {event} had come",
                    time_text(at)
                )
            }
            NoEvent::WatchOff { at, script } => {
                told.tick = at;
                told.script = script;
                let when = at.map_or(String::new(), |at| format!(" at {}", time_text(at)));
                format!(
                    "its watch is switched off: a script disarmed it{when}, and only a script that arms \
                     it makes it look again"
                )
            }
            NoEvent::NoReach => {
                "no distance is set for it, and without one nothing is looked for".to_owned()
            }
            NoEvent::DoesNotLook => format!(
                "{subject} is no nav point and no waypoint, so it only hears of a ship that follows a \
                 curve to it, and none did"
            ),
            NoEvent::NobodyNear => "no other ship was there to come near".to_owned(),
            NoEvent::TooFar { nearest } => self.too_far(&mut told, &nearest),
            NoEvent::PassedBy {
                ship,
                component,
                at,
            } => {
                told.tick = Some(at);
                let ship = RecordRef::Ship(ship);
                told.record = self.record(ship);
                let of = match component {
                    Some(component) => format!("component {component} of {}", self.called(ship)),
                    None => self.called(ship),
                };
                format!(
                    "{event} of {of} came at {}, and {subject} does not hold just that as a member",
                    time_text(at)
                )
            }
            NoEvent::Landing { since } => {
                told.tick = Some(since);
                format!(
                    "the player was landing from {} on, when no script runs, and no {event} had come to \
                     {subject}",
                    time_text(since)
                )
            }
            NoEvent::MissionOver { at } => {
                told.tick = Some(at);
                format!(
                    "the mission was over at {}, and no {event} had come to {subject}",
                    time_text(at)
                )
            }
            NoEvent::OnlyOthers => {
                format!("only other events came to {subject}, and no {event}")
            }
            NoEvent::Nothing => format!("no {event} came to {subject}"),
        };
        told.record = told
            .record
            .or_else(|| self.why.record.and_then(|it| self.record(it)));
        told
    }

    fn never_made(&self, told: &mut Told, groups: &[u16], alone: &[u16]) -> String {
        let mut clauses = Vec::new();
        if !groups.is_empty() {
            let create = command(0x03).map_or("CreateFlightGroup", |it| &*it.name);
            let groups = groups.iter().map(|&group| RecordRef::FlightGroup(group));
            told.record = groups.clone().next().and_then(|it| self.record(it));
            clauses.push(format!(
                "no script called {create} for {}",
                self.list(groups)
            ));
        }
        if !alone.is_empty() {
            let names: Vec<String> = alone
                .iter()
                .map(|&ship| self.called(RecordRef::Ship(ship)))
                .collect();
            let is = if names.len() == 1 { "is" } else { "are" };
            clauses.push(format!(
                "{} {is} in no flight group, so no script can make it",
                listed(&names)
            ));
        }
        format!(
            "{} was never made: {}",
            self.subject(),
            clauses.join(", and ")
        )
    }

    fn too_far(&self, told: &mut Told, nearest: &Nearest) -> String {
        let ship = RecordRef::Ship(nearest.ship);
        told.tick = Some(nearest.at);
        told.record = self.record(ship);
        format!(
            "no ship came within {:.0} of {}; the nearest was {} at {}, {:.0} away",
            nearest.reach,
            self.subject(),
            self.called(ship),
            time_text(nearest.at),
            nearest.distance
        )
    }
}

/// A variable, as scripts write it.
fn flag(number: u8) -> String {
    let name = variable(number).and_then(|it| it.name.clone());
    format!("flag[{}]", name.unwrap_or_else(|| number.to_string()))
}
