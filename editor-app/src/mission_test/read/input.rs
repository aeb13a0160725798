//! Inputs: when they come, and what they are.

use std::collections::BTreeSet;

use formats::catalogue::condition;
use formats::yaml::{MapReader, Node, NodeValue};
use model::Subject;

use crate::preview::{NamedInput, NamedTarget, NamedValue};

use super::super::symbols::PILOTS;
use super::super::{InputTime, TestInput};
use super::schema::{INPUT_TIMES, INPUTS, SUBJECT, TARGET, VALUE};
use super::value::Reader;

/// Values that an event carries (dte-format 2.5).
const VALUES: usize = 5;
/// Points that a tick can have at most: scripts run a million instructions in it, of which each passes
/// a few.
const MOST_STEPS: u32 = 10_000_000;

impl Reader<'_> {
    /// An entry of `inputs`.
    pub(super) fn input(&mut self, node: &Node) -> Option<TestInput> {
        let keys = self.kind_of(node, "an input", INPUTS, |keys| keys.key)?;
        let map = self.map(node, &keys.schema)?;
        let time = self.input_time(node, &map, keys.key);
        let subject = map.get(keys.key)?;
        let input = self.what_comes(keys.key, subject, &map);
        Some(TestInput {
            time: time?,
            input: input?,
        })
    }

    fn input_time(&mut self, node: &Node, map: &MapReader<'_>, key: &str) -> Option<InputTime> {
        let after = map.get("after");
        match (map.get("at"), map.get("when")) {
            (Some(at), None) => {
                if let Some(after) = after {
                    self.tell(after, "`after` goes with `when`; `at` is a moment already");
                }
                match map.get("step") {
                    Some(step) => Some(InputTime::Within {
                        tick: self.moment(at)?,
                        step: self.step(step, key)?,
                    }),
                    None => self.input_moment(at).map(InputTime::At),
                }
            }
            (None, Some(when)) => {
                if let Some(step) = map.get("step") {
                    self.tell(
                        step,
                        "`step` goes with `at`: it is a point within that tick",
                    );
                }
                let fact = self.condition(when);
                let after = match after {
                    Some(node) => self.moment(node)?.0,
                    None => 0,
                };
                Some(InputTime::Once { fact: fact?, after })
            }
            _ => {
                let message = format!("an input has one of {}", INPUT_TIMES.join(", "));
                self.tell(node, message);
                None
            }
        }
    }

    /// A point within a tick, of an input that can come there.
    fn step(&mut self, node: &Node, key: &str) -> Option<u32> {
        if !["set_global", "set_variable"].contains(&key) {
            let message = "`step` goes with `set_global` and `set_variable`: nothing else comes within \
                           a tick";
            self.tell(node, message);
            return None;
        }
        let step = self.number(node, MOST_STEPS)?;
        if !(1..=MOST_STEPS).contains(&step) {
            let message = format!(
                "the points within a tick are counted from 1, up to {MOST_STEPS} at most; leave `step` \
                 out for the tick's start"
            );
            self.tell(node, message);
            return None;
        }
        Some(step)
    }

    fn what_comes(&mut self, key: &str, subject: &Node, map: &MapReader<'_>) -> Option<NamedInput> {
        Some(match key {
            "jump_drive" => {
                self.yes(subject)?;
                NamedInput::JumpDrive
            }
            "request_backup" => {
                self.yes(subject)?;
                NamedInput::RequestBackup
            }
            "request_landing" => {
                self.yes(subject)?;
                NamedInput::RequestLanding
            }
            "press_key" => NamedInput::PressKey {
                action: self.number(subject, u32::MAX)?,
            },
            "release_key" => NamedInput::ReleaseKey {
                action: self.number(subject, u32::MAX)?,
            },
            "pilot" => NamedInput::SetPilot {
                pilot: self.word(subject, PILOTS, "pilot")?,
            },
            "raise" => self.raised(subject, map)?,
            "destroy" => {
                let ship = self.ship(subject);
                let attacker = self.attacker(map)?;
                match map.get("component") {
                    Some(component) => NamedInput::DestroyComponent {
                        component: self.number(component, u8::MAX)?,
                        ship: ship?,
                        attacker,
                    },
                    None => NamedInput::Destroy {
                        ship: ship?,
                        attacker,
                    },
                }
            }
            "damage" => {
                let ship = self.ship(subject);
                let amount = self.require(map, "amount");
                let amount = amount.and_then(|node| self.real(node));
                let component = self.optional(map, "component", u8::MAX)?;
                let attacker = self.attacker(map)?;
                NamedInput::Damage {
                    ship: ship?,
                    component,
                    amount: amount?,
                    attacker,
                }
            }
            "move" => {
                let ship = self.ship(subject);
                let to = self.require(map, "to");
                let position = to.and_then(|node| self.place(node));
                NamedInput::MoveShip {
                    ship: ship?,
                    position: position?,
                }
            }
            "give_order" => {
                let order = self.order(subject);
                let to = self.require(map, "to");
                let ship = to.and_then(|node| self.ship(node));
                let target = match map.get("target") {
                    Some(node) => self.target(node)?,
                    None => NamedTarget::None,
                };
                NamedInput::GiveOrder {
                    ship: ship?,
                    order: order?,
                    target,
                }
            }
            "dock" => {
                let ship = self.ship(subject);
                let to = self.require(map, "to");
                let target = to.and_then(|node| self.ship(node));
                let port = self.optional(map, "port", u16::MAX)?;
                NamedInput::Dock {
                    ship: ship?,
                    target: target?,
                    port: port.unwrap_or(0),
                }
            }
            "set_global" => {
                let global = self.global(subject);
                let to = self.require(map, "to");
                let value = to.and_then(|node| self.dword(node));
                NamedInput::SetGlobal {
                    global: global?,
                    value: value?,
                }
            }
            "set_variable" => {
                let variable = self.variable(subject);
                let to = self.require(map, "to");
                let value = to.and_then(|node| self.dword(node));
                NamedInput::SetVariable {
                    variable: variable?,
                    value: value?,
                }
            }
            _ => {
                let part = self.routine(subject)?;
                let is_part = self.mission.routines.get(part.as_str());
                if is_part.is_some_and(|routine| !routine.part) {
                    self.tell(
                        subject,
                        "this routine is no part, so nobody can run it by hand",
                    );
                    return None;
                }
                NamedInput::RunPart { part }
            }
        })
    }

    /// A number that may be left out; `None` where it is wrong.
    fn optional<T>(&mut self, map: &MapReader<'_>, key: &str, most: T) -> Option<Option<T>>
    where
        T: TryFrom<i64> + std::fmt::Display,
    {
        match map.get(key) {
            Some(node) => self.number(node, most).map(Some),
            None => Some(None),
        }
    }

    fn attacker(&mut self, map: &MapReader<'_>) -> Option<Option<model::ShipId>> {
        match map.get("by") {
            Some(node) => self.ship(node).map(Some),
            None => Some(None),
        }
    }

    fn raised(&mut self, subject: &Node, map: &MapReader<'_>) -> Option<NamedInput> {
        let condition = self.event_condition(subject);
        let on = self.require(map, "on");
        let object = on.and_then(|node| self.subject(node));
        let component = self.optional(map, "component", u8::MAX)?;
        let values = match map.get("with") {
            Some(node) => self.values(condition?, node)?,
            None => Vec::new(),
        };
        Some(NamedInput::RaiseEvent {
            object: object?,
            condition: condition?,
            component,
            values,
        })
    }

    fn subject(&mut self, node: &Node) -> Option<Subject> {
        if node.text().is_some() {
            return self.ship(node).map(Subject::Ship);
        }
        let map = self.map(node, &SUBJECT)?;
        let of = ["ship", "flight_group", "squad", "object"].map(|key| map.get(key));
        match of {
            [Some(node), None, None, None] => self.ship(node).map(Subject::Ship),
            [None, Some(node), None, None] => self.flight_group(node).map(Subject::FlightGroup),
            [None, None, Some(node), None] => self.squad(node).map(Subject::Squad),
            [None, None, None, Some(node)] => self.number(node, u16::MAX).map(Subject::Object),
            _ => {
                let message = "a subject is one of `ship`, `flight_group`, `squad`, `object`";
                self.tell(node, message);
                None
            }
        }
    }

    fn target(&mut self, node: &Node) -> Option<NamedTarget> {
        if node.text() == Some("none") {
            return Some(NamedTarget::None);
        }
        let whole = |ship| NamedTarget::Ship {
            ship,
            component: None,
        };
        if node.text().is_some() {
            return self.ship(node).map(whole);
        }
        let map = self.map(node, &TARGET)?;
        let of = ["ship", "flight_group", "squad", "waypoint"].map(|key| map.get(key));
        let component = self.optional(&map, "component", u16::MAX)?;
        match (of, component) {
            ([Some(node), None, None, None], component) => {
                let ship = self.ship(node)?;
                Some(NamedTarget::Ship { ship, component })
            }
            ([None, Some(node), None, None], None) => {
                self.flight_group(node).map(NamedTarget::FlightGroup)
            }
            ([None, None, Some(node), None], None) => self.squad(node).map(NamedTarget::Squad),
            ([None, None, None, Some(node)], None) => {
                self.number(node, u16::MAX).map(NamedTarget::Waypoint)
            }
            _ => {
                let message = "a target is one of `ship`, with or without a `component`, \
                               `flight_group`, `squad`, `waypoint`";
                self.tell(node, message);
                None
            }
        }
    }

    /// The values of an event, by their labels or places; those between that are left out are 0.
    fn values(&mut self, number: u8, node: &Node) -> Option<Vec<NamedValue>> {
        let NodeValue::Mapping { entries, .. } = &node.value else {
            self.tell(node, "`with` maps the event's values to what they are");
            return None;
        };
        let condition = condition(number);
        let mut values = Vec::new();
        let mut given = BTreeSet::new();
        let mut whole = true;
        for (key, node) in entries {
            let Some(label) = self.text(key) else {
                whole = false;
                continue;
            };
            let by_label = condition.and_then(|condition| condition.value_by_label(label));
            let place = by_label.or_else(|| label.parse().ok().filter(|place| *place < VALUES));
            let Some(place) = place else {
                let labels = condition.map(|condition| {
                    let labels = condition.values.iter().map(|it| it.symbol());
                    labels.collect::<Vec<_>>().join(", ")
                });
                let labels = labels.filter(|labels| !labels.is_empty());
                let message = match labels {
                    Some(labels) => {
                        format!("`{label}` is no value of this condition; it has {labels}")
                    }
                    None => format!(
                        "this condition brings no values; a place from 0 to 4 is \
                                     wanted, not `{label}`"
                    ),
                };
                self.tell(key, message);
                whole = false;
                continue;
            };
            if !given.insert(place) {
                self.tell(key, format!("`{label}` stands twice; keep one"));
                whole = false;
            }
            let Some(value) = self.value(node) else {
                whole = false;
                continue;
            };
            if values.len() <= place {
                values.resize(place + 1, NamedValue::Number(0));
            }
            if let Some(slot) = values.get_mut(place) {
                *slot = value;
            }
        }
        whole.then_some(values)
    }

    fn value(&mut self, node: &Node) -> Option<NamedValue> {
        if let Some(text) = node.text() {
            return match Self::is_number(text) {
                true => self.dword(node).map(NamedValue::Number),
                false => self.ship(node).map(NamedValue::Ship),
            };
        }
        let map = self.map(node, &VALUE)?;
        match ["ship", "flight_group", "squad"].map(|key| map.get(key)) {
            [Some(node), None, None] => self.ship(node).map(NamedValue::Ship),
            [None, Some(node), None] => self.flight_group(node).map(NamedValue::FlightGroup),
            [None, None, Some(node)] => self.squad(node).map(NamedValue::Squad),
            _ => {
                let message = "a value is a number, a ship, or one of {ship: …}, \
                               {flight_group: …}, {squad: …}";
                self.tell(node, message);
                None
            }
        }
    }
}
