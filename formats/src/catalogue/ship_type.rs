//! Ship types, and the special kinds of placed objects.

use serde::Deserialize;

use super::{closest, table};

/// A ship type (`assets/tables/ship_types.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ShipType {
    /// The number that a ship record's kind holds.
    #[serde(rename = "id")]
    pub number: u16,
    /// A readable name.
    pub name: String,
    /// Its name in the source.
    pub script_name: String,
    /// Its name in `shipstats.bin`, where a public text prints it.
    #[serde(default)]
    pub record_name: Option<String>,
    /// The nation's prefix to that name, known or inferred.
    #[serde(default)]
    pub prefix: Option<String>,
    /// The engine's combat class.
    pub class: Class,
    /// The side that its objects start on.
    pub side: Side,
    /// How the AI steers it.
    pub turns: Turns,
    /// A short description; empty for a type that cannot be placed.
    #[serde(default)]
    pub role: String,
    /// The model that the engine loads; a type without one cannot be placed.
    pub model: Option<String>,
    /// Whether it can be picked as a target.
    pub targetable: bool,
    /// Which target window shows it.
    pub display: Display,
    /// The type whose flight and combat figures it takes.
    #[serde(default)]
    pub same_ship_as: Option<u16>,
}

/// A type's combat class (engine-facts 4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Class {
    Fighter,
    Capital,
    Support,
    Other,
    Torpedo,
    Debris,
    Mine,
    Planet,
}

/// Whose side a ship is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    Friendly,
    Hostile,
    Neutral,
}

/// How the AI turns a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turns {
    /// Pitch and yaw together, without rolling.
    Flat,
    /// Rolls the point overhead, then pitches.
    Banking,
}

/// Which target window shows a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Display {
    Small,
    Large,
}

/// A kind of placed object that is no ship type.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SpecialKind {
    /// The number that a ship record's kind holds.
    #[serde(rename = "id")]
    pub number: u16,
    /// A readable name, where the kind is known.
    pub name: Option<String>,
    /// Its name in the source, where the kind is known.
    pub script_name: Option<String>,
    /// What it is for.
    pub what: String,
}

impl ShipType {
    /// The prefix and name as one name in the source, such as `us_predator`.
    fn prefixed_name(&self) -> Option<String> {
        let prefix = self.prefix.as_ref()?;
        Some(format!(
            "{}_{}",
            prefix.to_ascii_lowercase(),
            self.script_name
        ))
    }
}

#[derive(Default, Deserialize)]
struct Document {
    ship_types: Vec<ShipType>,
    special_kinds: Vec<SpecialKind>,
}

/// Every ship type, in order of its number.
pub fn ship_types() -> &'static [ShipType] {
    table!("ship_types.yaml", Document, ShipType, |document| document
        .ship_types)
}

/// Every special kind, in order of its number.
pub fn special_kinds() -> &'static [SpecialKind] {
    table!("ship_types.yaml", Document, SpecialKind, |document| {
        document.special_kinds
    })
}

/// The ship type with this number.
pub fn ship_type(number: u16) -> Option<&'static ShipType> {
    ship_types().get(usize::from(number))
}

/// The special kind with this number.
pub fn special_kind(number: u16) -> Option<&'static SpecialKind> {
    special_kinds().iter().find(|kind| kind.number == number)
}

/// The kind with this name, whatever the case: a type's name with or without its nation's prefix,
/// or a special kind's.
///
/// # Errors
/// The nearest known name, where there is one.
pub fn kind_by_name(name: &str) -> Result<u16, Option<&'static str>> {
    let same = |candidate: &str| candidate.eq_ignore_ascii_case(name);
    let of_type = ship_types().iter().find(|ship_type| {
        same(&ship_type.script_name)
            || ship_type
                .prefixed_name()
                .is_some_and(|prefixed| same(&prefixed))
            || ship_type
                .record_name
                .as_ref()
                .is_some_and(|record| same(&record.replace(' ', "_")))
    });
    let special = || {
        special_kinds()
            .iter()
            .find(|kind| kind.script_name.as_deref().is_some_and(same))
    };
    if let Some(ship_type) = of_type {
        Ok(ship_type.number)
    } else if let Some(kind) = special() {
        Ok(kind.number)
    } else {
        let types = ship_types()
            .iter()
            .map(|ship_type| ship_type.script_name.as_str());
        let specials = special_kinds()
            .iter()
            .filter_map(|kind| kind.script_name.as_deref());
        Err(closest(name, types.chain(specials)))
    }
}

/// A kind's name in the source, or `None` for a number without one.
pub fn kind_symbol(number: u16) -> Option<&'static str> {
    match ship_type(number) {
        Some(ship_type) => Some(&ship_type.script_name),
        None => special_kind(number)?.script_name.as_deref(),
    }
}

/// A kind's name on screen.
pub fn kind_title(number: u16) -> String {
    let name = match ship_type(number) {
        Some(ship_type) => Some(ship_type.name.clone()),
        None => special_kind(number).and_then(|kind| kind.name.clone()),
    };
    name.unwrap_or_else(|| format!("Kind 0x{number:X}"))
}
