//! Numbers of the game as the names that a source uses for them.

use formats::catalogue::{condition, kind_symbol, pilot};
use formats::yaml::Value;

/// A kind of placed object.
pub(super) fn kind(number: u16) -> Value {
    match kind_symbol(number) {
        Some(symbol) => Value::plain(symbol),
        None => Value::plain(number.to_string()),
    }
}

/// A pilot.
pub(super) fn pilot_value(number: u8) -> Value {
    match pilot(number).and_then(|pilot| pilot.script_name.as_deref()) {
        Some(symbol) => Value::plain(symbol),
        None => Value::plain(number.to_string()),
    }
}

/// A condition.
pub(super) fn condition_value(number: u8) -> Value {
    match condition(number) {
        Some(condition) => Value::plain(condition.symbol()),
        None => Value::plain(number.to_string()),
    }
}

/// The key of a trigger's operand: its value's label, else its place.
pub(super) fn operand_key(condition_number: u8, place: usize) -> String {
    condition(condition_number)
        .and_then(|condition| condition.values.get(place))
        .map_or_else(|| place.to_string(), |value| value.symbol())
}
