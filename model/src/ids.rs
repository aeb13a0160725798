//! Ids: what records are called in the source, and what references hold.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use formats::catalogue::is_identifier;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Curve, FlightGroup, Formation, Global, Routine, Ship, Squad, Trigger};

/// The id of a record of kind `R`: a letter or underscore, then letters, digits, underscores and
/// hyphens.
///
/// An id is unique in its own collection. It is no display name, no object ID and no index; those
/// are worked out when the mission is compiled. A reference is an id too, and may name a record
/// that is not there: that is a mistake to show, not a state to forbid.
pub struct Id<R> {
    text: Arc<str>,
    kind: PhantomData<fn() -> R>,
}

/// Id of a ship.
pub type ShipId = Id<Ship>;
/// Id of a flight group.
pub type FlightGroupId = Id<FlightGroup>;
/// Id of a squad.
pub type SquadId = Id<Squad>;
/// Id of a formation.
pub type FormationId = Id<Formation>;
/// Id of a curve.
pub type CurveId = Id<Curve>;
/// Id of a global.
pub type GlobalId = Id<Global>;
/// Id of a trigger.
pub type TriggerId = Id<Trigger>;
/// Id of a routine.
pub type RoutineId = Id<Routine>;

/// Text that is no id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no id; an id starts with a letter or underscore and goes on with letters, digits, \
     underscores and hyphens"
)]
pub struct InvalidId(
    /// The text.
    pub String,
);

impl<R> Id<R> {
    /// An id of this text.
    ///
    /// # Errors
    /// [`InvalidId`] where the text breaks the rule for ids.
    pub fn new(text: &str) -> Result<Self, InvalidId> {
        if is_identifier(text) {
            Ok(Self {
                text: Arc::from(text),
                kind: PhantomData,
            })
        } else {
            Err(InvalidId(text.to_owned()))
        }
    }

    /// The id `_`, which any text can be replaced by.
    pub(crate) fn underscore() -> Self {
        Self {
            text: Arc::from("_"),
            kind: PhantomData,
        }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same text as the id of another kind of record.
    pub(crate) fn cast<S>(&self) -> Id<S> {
        Id {
            text: Arc::clone(&self.text),
            kind: PhantomData,
        }
    }
}

impl<R> Clone for Id<R> {
    fn clone(&self) -> Self {
        self.cast()
    }
}

impl<R> PartialEq for Id<R> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<R> Eq for Id<R> {}

impl<R> PartialOrd for Id<R> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<R> Ord for Id<R> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.text.cmp(&other.text)
    }
}

impl<R> Hash for Id<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As `str` does, so that a map keyed by ids can be asked by text.
        self.as_str().hash(state);
    }
}

impl<R> Borrow<str> for Id<R> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl<R> fmt::Debug for Id<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<R> fmt::Display for Id<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl<R> Serialize for Id<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, R> Deserialize<'de> for Id<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).map_err(serde::de::Error::custom)
    }
}

/// A collection of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Collection {
    Globals,
    FlightGroups,
    Ships,
    Squads,
    Formations,
    Curves,
    Triggers,
    Routines,
}

impl Collection {
    /// Every collection, in the order of the source.
    pub const ALL: [Self; 8] = [
        Self::Globals,
        Self::FlightGroups,
        Self::Ships,
        Self::Squads,
        Self::Formations,
        Self::Curves,
        Self::Triggers,
        Self::Routines,
    ];

    /// Its key in the source.
    pub fn key(self) -> &'static str {
        match self {
            Self::Globals => "globals",
            Self::FlightGroups => "flight_groups",
            Self::Ships => "ships",
            Self::Squads => "squads",
            Self::Formations => "formations",
            Self::Curves => "curves",
            Self::Triggers => "triggers",
            Self::Routines => "routines",
        }
    }

    /// What one of its records is called.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Globals => "global",
            Self::FlightGroups => "flight group",
            Self::Ships => "ship",
            Self::Squads => "squad",
            Self::Formations => "formation",
            Self::Curves => "curve",
            Self::Triggers => "trigger",
            Self::Routines => "routine",
        }
    }

    /// What its records are called together, as a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Globals => "Globals",
            Self::FlightGroups => "Flight groups",
            Self::Ships => "Ships",
            Self::Squads => "Squads",
            Self::Formations => "Formations",
            Self::Curves => "Curves",
            Self::Triggers => "Triggers",
            Self::Routines => "Routines",
        }
    }
}

/// A record of any collection.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AnyId {
    /// The collection.
    pub collection: Collection,
    /// The record's id.
    pub id: Arc<str>,
}

impl AnyId {
    /// The id, if the record is of the collection of `R`.
    pub fn of<R: crate::Record>(&self) -> Option<Id<R>> {
        (self.collection == R::COLLECTION).then(|| Id {
            text: Arc::clone(&self.id),
            kind: PhantomData,
        })
    }
}

impl<R: crate::Record> From<&Id<R>> for AnyId {
    fn from(id: &Id<R>) -> Self {
        Self {
            collection: R::COLLECTION,
            id: Arc::clone(&id.text),
        }
    }
}

impl fmt::Display for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.collection.noun(), self.id)
    }
}

/// An id made from a display name, unlike any that `taken` knows.
///
/// A prefix in brackets, as the original authors used (`(FG)Alpha`, `<F>Timeout`), is left out;
/// letters become small; what an id cannot hold becomes an underscore.
pub fn unique_id(name: &str, fallback: &str, taken: impl Fn(&str) -> bool) -> String {
    let stem = id_stem(name).unwrap_or_else(|| fallback.to_owned());
    if !taken(&stem) {
        return stem;
    }
    // A name that ends in a number counts on from it: `sabre_1` gives `sabre_2`.
    let digits = stem.len() - stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (base, number) = stem.split_at(stem.len() - digits);
    let (base, first) = match (base.strip_suffix('_'), number.parse::<u64>()) {
        (Some(base), Ok(number)) if !base.is_empty() => (base, number.saturating_add(1)),
        _ => (stem.as_str(), 2),
    };
    (first..)
        .map(|number| format!("{base}_{number}"))
        .find(|candidate| !taken(candidate))
        .unwrap_or_else(|| stem.clone())
}

fn id_stem(name: &str) -> Option<String> {
    let bare = ["()", "<>"]
        .iter()
        .find_map(|pair| {
            let (open, close) = pair.split_at(1);
            let (prefix, rest) = name.strip_prefix(open)?.split_once(close)?;
            (prefix.len() <= 3 && !rest.trim().is_empty()).then_some(rest)
        })
        .unwrap_or(name);
    let mut stem = String::new();
    for c in bare.trim().chars() {
        if c.is_ascii_alphanumeric() {
            stem.push(c.to_ascii_lowercase());
        } else if !stem.is_empty() && !stem.ends_with('_') {
            stem.push('_');
        }
    }
    let stem = stem.trim_end_matches('_');
    if stem.is_empty() {
        None
    } else if stem.starts_with(|c: char| c.is_ascii_digit()) {
        Some(format!("_{stem}"))
    } else {
        Some(stem.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_from_names() {
        let free = |_: &str| false;
        assert_eq!(unique_id("(FG)Reliant", "x", free), "reliant");
        assert_eq!(unique_id("<F>Time out!", "x", free), "time_out");
        assert_eq!(unique_id("Player_Ship", "x", free), "player_ship");
        assert_eq!(unique_id("45th Tigers", "x", free), "_45th_tigers");
        assert_eq!(unique_id("(A1)", "ship", free), "a1");
        assert_eq!(unique_id("", "ship", free), "ship");
        assert_eq!(unique_id("\u{E9}", "ship", free), "ship");
    }

    #[test]
    fn ids_are_made_unique() {
        let taken = |id: &str| ["sabre", "sabre_2", "nav_9", "a1"].contains(&id);
        assert_eq!(unique_id("Sabre", "x", taken), "sabre_3");
        assert_eq!(unique_id("Nav 9", "x", taken), "nav_10");
        assert_eq!(unique_id("A1", "x", taken), "a1_2");
    }

    #[test]
    fn what_is_no_id_is_refused() {
        assert!(ShipId::new("alpha_1-b").is_ok());
        assert_eq!(ShipId::new("1st"), Err(InvalidId("1st".to_owned())));
        assert!(ShipId::new("").is_err());
    }
}
