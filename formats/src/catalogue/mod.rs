//! The fact tables: what the game's commands, conditions, orders, ship types, pilots, variables,
//! opcodes and link messages are called and mean.
//!
//! The tables are files of the project (`assets/tables/*.yaml`), carried in the binary and read
//! once, each when it is first asked for. Each lists its sources and its doubts.

use serde::de::DeserializeOwned;

mod command;
mod condition;
mod kinds;
mod link_message;
mod opcode_info;
mod order;
mod pilot;
mod ship_type;
mod symbol;
mod variable;

pub use command::{Command, NamedValues, Param, command, command_by_name, commands};
pub use condition::{
    Condition, EventValue, GroupHandlers, Subject, condition, condition_by_name, conditions,
};
pub use kinds::Kinds;
pub use link_message::{LinkMessage, link_messages};
pub use opcode_info::{OpcodeInfo, opcode_info};
pub use order::{AiMode, Order, OrderFlag, ai_modes, order, order_by_name, orders};
pub use pilot::{Pilot, pilot, pilot_by_name, pilots};
pub use ship_type::{
    Class, Display, ShipType, Side, SpecialKind, Turns, kind_by_name, kind_symbol, kind_title,
    ship_type, ship_types, special_kind, special_kinds,
};
pub use symbol::{closest, is_identifier};
pub use variable::{Variable, VariableScope, variable, variable_by_name, variables};

/// Declares a table that is read once from its YAML text.
macro_rules! table {
    ($file:literal, $document:ty, $row:ty, |$loaded:ident| $rows:expr) => {{
        static ROWS: std::sync::LazyLock<Vec<$row>> = std::sync::LazyLock::new(|| {
            let $loaded: $document =
                $crate::catalogue::load(include_str!(concat!("../../../assets/tables/", $file)));
            $rows
        });
        ROWS.as_slice()
    }};
}
pub(crate) use table;

/// Reads a table's text.
///
/// The text is part of the binary, and the tests read every table. Should one not parse, the table
/// is empty, names become numbers, and missions still open.
pub(crate) fn load<T: DeserializeOwned + Default>(text: &str) -> T {
    serde_yaml::from_str(text).unwrap_or_default()
}
