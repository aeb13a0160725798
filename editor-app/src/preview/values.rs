//! Dwords of the script in words: arguments of commands, values of events, targets of orders.

use formats::catalogue::{Command, Condition, Kinds, NamedValues, Param, condition, order, pilot};
use model::AnyId;
use runtime::{InputValue, OrderTarget};

use super::Names;
use super::places::Places;

/// A record's id in words, or its number where the mission has no such record.
pub(super) fn called(record: &Option<AnyId>, noun: &str, index: impl std::fmt::Display) -> String {
    record
        .as_ref()
        .map_or_else(|| format!("{noun} {index}"), |it| it.id.to_string())
}

/// A number as scripts are written: signed.
pub fn number_text(value: u32) -> String {
    value.cast_signed().to_string()
}

/// A dword of which only its value is known: the record that it is the place of, else a number.
pub fn dword_text(value: u32, names: &Names) -> String {
    match names.record_at(value) {
        Some(record) => record.id.to_string(),
        None => number_text(value),
    }
}

/// An order by its number.
pub fn order_text(number: i16) -> String {
    let known = u16::try_from(number).ok().and_then(order);
    known.map_or_else(|| format!("order {number}"), |order| order.title())
}

/// A condition by its number.
pub fn condition_text(number: u8) -> String {
    condition(number).map_or_else(|| format!("event {number}"), Condition::symbol)
}

/// A command's name.
pub fn command_name(command: u8) -> String {
    let known = formats::catalogue::command(command);
    known.map_or_else(|| format!("Command {command}"), |it| it.name.clone())
}

/// A command with its arguments, as a script calls it.
pub fn call_text(command: u8, arguments: &[u32], names: &Names) -> String {
    let known = formats::catalogue::command(command);
    let name = command_name(command);
    let params: &[Param] = known
        .map(|it: &Command| it.params.as_slice())
        .unwrap_or_default();
    let words: Vec<_> = arguments
        .iter()
        .enumerate()
        .map(|(at, value)| match params.get(at) {
            Some(param) => argument_text(param, *value, names),
            None => dword_text(*value, names),
        })
        .collect();
    format!("{name}({})", words.join(", "))
}

/// An argument of a command.
pub fn argument_text(param: &Param, value: u32, names: &Names) -> String {
    let kinds = param.kinds;
    if kinds.intersects(Kinds::FILE_NAME | Kinds::TEXT) {
        return names
            .places()
            .text_at(value)
            .map_or_else(|| number_text(value), |text| format!("\"{text}\""));
    }
    if kinds.intersects(Kinds::SHIP | Kinds::FLIGHT_GROUP | Kinds::SQUAD | Kinds::CURVE) {
        return record_text(value, names);
    }
    if kinds.contains(Kinds::PART) {
        return called(&names.part(i64::from(value)), "part", value);
    }
    if kinds.contains(Kinds::CONDITION)
        && let Ok(number) = u8::try_from(value)
    {
        return condition_text(number);
    }
    if param.is_boolean() {
        match value {
            0 => return "false".to_owned(),
            1 => return "true".to_owned(),
            _ => {}
        }
    }
    named_text(param, value).unwrap_or_else(|| number_text(value))
}

/// A value out of a list, by its name in the source language.
fn named_text(param: &Param, value: u32) -> Option<String> {
    match param.named_values()? {
        NamedValues::AiModes => order(u16::try_from(value).ok()?)?.script_name.clone(),
        NamedValues::Pilots => pilot(u8::try_from(value).ok()?)?.script_name.clone(),
        NamedValues::Effects | NamedValues::Texts | NamedValues::HeadMovements => None,
    }
}

/// A value that should be the place of a record.
fn record_text(value: u32, names: &Names) -> String {
    if Places::is_nothing(value) {
        "null".to_owned()
    } else {
        dword_text(value, names)
    }
}

/// A value of an event, by what the condition says that it is.
pub fn event_value_text(condition: u8, at: usize, value: u32, names: &Names) -> String {
    let kinds = formats::catalogue::condition(condition).and_then(|it| it.values.get(at));
    match kinds {
        Some(known) if known.kinds.contains(Kinds::SHIP) => record_text(value, names),
        Some(_) => number_text(value),
        None => dword_text(value, names),
    }
}

/// The label of an event's value.
pub fn event_label(condition: u8, at: usize) -> Option<&'static str> {
    let condition = formats::catalogue::condition(condition)?;
    condition.values.get(at).map(|value| value.label.as_str())
}

/// An event's values with their labels: "Killer: sabre_1, Victim: mammoth_2".
pub fn event_values_text(condition: u8, values: &[u32], names: &Names) -> String {
    let words: Vec<_> = values
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let text = event_value_text(condition, at, *value, names);
            match event_label(condition, at) {
                Some(label) => format!("{label}: {text}"),
                None => text,
            }
        })
        .collect();
    words.join(", ")
}

/// A value of an event raised by hand.
pub fn input_value_text(value: InputValue, names: &Names) -> String {
    match value {
        InputValue::Ship(ship) => called(&names.ship(ship), "ship", ship),
        InputValue::Group(group) => called(&names.group(group), "group", group),
        InputValue::Squad(squad) => called(&names.squad(squad), "squad", squad),
        InputValue::Number(number) => number_text(number),
    }
}

/// The record that an order is aimed at.
pub fn target_record(target: OrderTarget, names: &Names) -> Option<AnyId> {
    match target {
        OrderTarget::Ship { ship, .. } => names.ship(ship),
        OrderTarget::Group { group } => names.group(group),
        OrderTarget::Squad { squad } => names.squad(squad),
        OrderTarget::None | OrderTarget::Waypoint { .. } => None,
    }
}

/// What an order is aimed at; empty for nothing.
pub fn target_text(target: OrderTarget, names: &Names) -> String {
    let record = target_record(target, names);
    match target {
        OrderTarget::None => String::new(),
        OrderTarget::Ship {
            ship,
            component: None,
        } => called(&record, "ship", ship),
        OrderTarget::Ship {
            ship,
            component: Some(component),
        } => format!("{}, component {component}", called(&record, "ship", ship)),
        OrderTarget::Group { group } => called(&record, "group", group),
        OrderTarget::Squad { squad } => called(&record, "squad", squad),
        OrderTarget::Waypoint { waypoint } => format!("waypoint {waypoint}"),
    }
}
