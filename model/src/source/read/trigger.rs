//! Triggers: whose event, which, with which values, how often, and what runs.

use std::collections::BTreeSet;

use formats::catalogue::condition;
use formats::yaml::schema;
use formats::yaml::{MapReader, Node, NodeValue, parse_integer};

use crate::Trigger;
use crate::ids::Id;
use crate::mission::Mission;
use crate::trigger::{Operand, Repeat, Run, Subject};

use super::Reader;

impl Reader {
    pub(super) fn subject(&mut self, node: &Node) -> Option<Subject> {
        let map = self.map(node, &schema::SUBJECT)?;
        match (
            map.get("ship"),
            map.get("flight_group"),
            map.get("squad"),
            map.get("object"),
        ) {
            (Some(ship), None, None, None) => self.id(ship).map(Subject::Ship),
            (None, Some(group), None, None) => self.id(group).map(Subject::FlightGroup),
            (None, None, Some(squad), None) => self.id(squad).map(Subject::Squad),
            (None, None, None, Some(object)) => self.number(object).map(Subject::Object),
            _ => {
                self.tell(
                    node,
                    "a subject is one of `ship`, `flight_group`, `squad`, `object`",
                );
                None
            }
        }
    }

    pub(super) fn operand(&mut self, known: &Mission, node: &Node) -> Option<Operand> {
        if node.is_null() {
            return Some(Operand::Unset);
        }
        let text = self.text(node)?;
        if text == "any_player" {
            return Some(Operand::AnyPlayer);
        }
        if parse_integer(text).is_some() {
            return self.dword(node).map(|value| match value {
                u32::MAX => Operand::Unset,
                value => Operand::Number(value),
            });
        }
        let (prefix, name) = match text.split_once(':') {
            Some((prefix, name)) => (Some(prefix), name),
            None => (None, text),
        };
        let bearers = [
            known.ships.contains(name),
            known.flight_groups.contains(name),
            known.squads.contains(name),
        ];
        let which = match (prefix, bearers) {
            (Some("ship"), _) | (None, [true, false, false] | [false, false, false]) => 0,
            (Some("group" | "flight_group"), _) | (None, [false, true, false]) => 1,
            (Some("squad"), _) | (None, [false, false, true]) => 2,
            (Some(prefix), _) => {
                let message = format!("`{prefix}:` is none of `ship:`, `group:`, `squad:`");
                self.tell(node, message);
                return None;
            }
            (None, _) => {
                let message = format!(
                    "`{name}` is more than one record; write `ship:{name}`, `group:{name}` or \
                     `squad:{name}`"
                );
                self.tell(node, message);
                return None;
            }
        };
        let made = match which {
            0 => Id::new(name).map(Operand::Ship),
            1 => Id::new(name).map(Operand::FlightGroup),
            _ => Id::new(name).map(Operand::Squad),
        };
        match made {
            Ok(operand) => Some(operand),
            Err(error) => {
                self.tell(node, error.to_string());
                None
            }
        }
    }

    pub(super) fn operands(&mut self, known: &Mission, number: u8, node: &Node) -> [Operand; 5] {
        let mut operands: [Operand; 5] = Default::default();
        let mut given = BTreeSet::new();
        let NodeValue::Mapping { entries, .. } = &node.value else {
            if !node.is_null() {
                self.tell(node, "`with` maps the event's values to what they must be");
            }
            return operands;
        };
        for (key, value) in entries {
            let Some(label) = self.text(key) else {
                continue;
            };
            let place = condition(number)
                .and_then(|condition| condition.value_by_label(label))
                .or_else(|| label.parse().ok().filter(|place| *place < 5));
            if let Some(place) = place
                && !given.insert(place)
            {
                self.tell(key, format!("`{label}` stands twice; keep one"));
            }
            match place.and_then(|place| operands.get_mut(place)) {
                Some(slot) => {
                    if let Some(operand) = self.operand(known, value) {
                        *slot = operand;
                    }
                }
                None => {
                    let values: Vec<_> = condition(number)
                        .map(|condition| condition.values.iter().map(|it| it.symbol()).collect())
                        .unwrap_or_default();
                    let message = if values.is_empty() {
                        format!("this condition brings no values, so `{label}` cannot be one")
                    } else {
                        format!(
                            "`{label}` is no value of this condition; it has {}",
                            values.join(", ")
                        )
                    };
                    self.tell(key, message);
                }
            }
        }
        operands
    }

    pub(super) fn repeat(&mut self, node: &Node) -> Option<Repeat> {
        match node.text() {
            Some("once") => return Some(Repeat::Once),
            Some("always") => return Some(Repeat::Always),
            Some(_) => {
                self.tell(node, "`repeat` is `once`, `always` or {count: N}");
                return None;
            }
            None => {}
        }
        let map = self.map(node, &schema::COUNTED)?;
        let count = map.require("count", &mut self.problems)?;
        let left = self.number(count)?;
        let refill = match map.get("refill") {
            Some(node) => self.number(node)?,
            None => left,
        };
        match map.get("mode") {
            Some(node) => {
                let repeat = Repeat::from_mode(self.number(node)?, left, refill);
                if matches!(repeat, Repeat::Once | Repeat::Always) {
                    self.tell(
                        node,
                        "this mode counts nothing; write `once` or `always` alone",
                    );
                }
                Some(repeat)
            }
            None => Some(Repeat::Counted { left, refill }),
        }
    }

    pub(super) fn trigger(
        &mut self,
        known: &Mission,
        id: Id<Trigger>,
        map: &MapReader<'_>,
    ) -> Option<Trigger> {
        let mut trigger = Trigger::new(id);
        trigger.subject = map
            .get("on")
            .filter(|node| !node.is_null())
            .and_then(|node| self.subject(node));
        trigger.component = map
            .get("component")
            .and_then(|node| self.optional_number(node))
            .flatten();
        let when = map.require("when", &mut self.problems);
        trigger.condition = when
            .and_then(|node| self.condition(node))
            .unwrap_or_default();
        if let Some(node) = map.get("with") {
            trigger.operands = self.operands(known, trigger.condition, node);
        }
        if let Some(node) = map.get("repeat") {
            trigger.repeat = self.repeat(node).unwrap_or_default();
        }
        trigger.armed = self.byte_flag(map.get("armed"), 1);
        trigger.deferred = self.byte_flag(map.get("deferred"), 0);
        trigger.run = match (map.get("run"), map.get("routine"), map.get("link")) {
            (None, None, None) => Run::Nothing,
            (Some(node), None, None) if node.is_null() => Run::Nothing,
            (Some(node), None, None) => self.body(map, node).map_or(Run::Nothing, Run::Body),
            (None, Some(node), None) => self
                .optional_id(Some(node))
                .map_or(Run::Nothing, Run::Routine),
            (None, None, Some(node)) => self.number(node).map_or(Run::Nothing, Run::Link),
            (_, Some(node), _) | (_, _, Some(node)) => {
                self.tell(node, "a trigger has one of `run`, `routine` and `link`");
                Run::Nothing
            }
        };
        trigger.meta = self.meta(map);
        Some(trigger)
    }
}
