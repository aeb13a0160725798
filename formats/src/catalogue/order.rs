//! Orders: what an object is doing, and what a script's `SetAI` gives it to do.

use serde::Deserialize;

use super::table;

/// An order (`assets/tables/orders.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Order {
    /// Its number, which `SetAI` pushes.
    pub number: u16,
    /// The developers' name, empty where they gave none.
    pub name: String,
    /// Its name in the source language.
    #[serde(default)]
    pub script_name: Option<String>,
    /// How the engine treats it.
    pub flags: Vec<OrderFlag>,
    /// 0 gives way to anything; see [`crate::catalogue`]'s table for the rest.
    pub priority: u8,
    /// Whether the engine has code that runs once as it starts.
    pub has_init: bool,
    /// Whether the engine has code that runs each frame.
    pub has_update: bool,
    /// Whether the engine has code that runs as it ends.
    pub has_exit: bool,
    /// What it does.
    pub gist: String,
}

/// How the engine treats an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderFlag {
    /// A player's ship may take it.
    Players,
    /// Its update runs once over the order below, and it is gone.
    OneShot,
    /// A fighter may turn on who hurts it.
    Retaliate,
    /// The engine lists what the ship could hit.
    Avoidance,
    /// A network game sends the ship's controls.
    SendFlight,
}

/// A value of `SetAI` by its number below 100, as the fan tools list them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AiMode {
    /// What `SetAI` pushes.
    pub value: u16,
    /// The fan list's name.
    pub mode_name: String,
    /// The order that the engine takes it for.
    pub order: u16,
}

impl Order {
    /// Its name on screen.
    pub fn title(&self) -> String {
        match (&self.name, &self.script_name) {
            (name, _) if !name.is_empty() => name.clone(),
            (_, Some(script_name)) => script_name.replace('_', " "),
            _ => format!("Order {}", self.number),
        }
    }
}

#[derive(Default, Deserialize)]
struct Document {
    orders: Vec<Order>,
    script_ai_modes: Vec<AiMode>,
}

/// Every order, in order of its number.
pub fn orders() -> &'static [Order] {
    table!("orders.yaml", Document, Order, |document| document.orders)
}

/// The fan list of AI modes, in order of its value.
pub fn ai_modes() -> &'static [AiMode] {
    table!("orders.yaml", Document, AiMode, |document| document
        .script_ai_modes)
}

/// The order with this number.
pub fn order(number: u16) -> Option<&'static Order> {
    orders().iter().find(|order| order.number == number)
}

/// The order with this name in the source language, whatever the case.
pub fn order_by_name(name: &str) -> Option<&'static Order> {
    orders().iter().find(|order| {
        order
            .script_name
            .as_ref()
            .is_some_and(|script| script.eq_ignore_ascii_case(name))
    })
}
