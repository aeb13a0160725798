//! What every kind of record has.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ids::{AnyId, Collection, Id};

/// A record of one of the mission's collections.
pub trait Record: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned {
    /// The collection that holds such records.
    const COLLECTION: Collection;
    /// A change of one field.
    type Change: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned;

    /// Its id.
    fn id(&self) -> &Id<Self>;

    /// Gives it another id; references to it are not touched.
    fn set_id(&mut self, id: Id<Self>);

    /// Makes a change, and gives back the change that undoes it.
    fn change(&mut self, change: Self::Change) -> Self::Change;

    /// What the editor keeps about it.
    fn meta(&self) -> &Meta;

    /// Its id, among all collections.
    fn any_id(&self) -> AnyId {
        AnyId::from(self.id())
    }
}

/// What a record carries besides its meaning in the game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Bytes that differ from what the record's fields compile to.
    pub raw: RawBytes,
    /// What the author keeps about it; compiles to nothing.
    pub editor: EditorInfo,
    /// Keys of the source that are kept without being understood.
    pub extra: Extra,
}

/// Bytes of a record by their offset in it, laid over what its fields compile to.
///
/// So every byte of a shipped record survives: unknown fields, run-time copies, padding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawBytes(
    /// Runs of bytes, none empty, by the offset of their first.
    pub BTreeMap<u16, Vec<u8>>,
);

impl RawBytes {
    /// What turns `compiled` into `stored`; both are the bytes of one record.
    pub fn difference(compiled: &[u8], stored: &[u8]) -> Self {
        let mut runs: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
        let mut open: Option<(u16, Vec<u8>)> = None;
        for ((offset, ours), theirs) in (0u16..).zip(compiled).zip(stored) {
            match (&mut open, ours == theirs) {
                (Some((_, run)), false) => run.push(*theirs),
                (None, false) => open = Some((offset, vec![*theirs])),
                (_, true) => runs.extend(open.take()),
            }
        }
        runs.extend(open);
        Self(runs)
    }

    /// Lays the bytes over a record's; runs that do not fit it are left out.
    pub fn lay_over(&self, record: &mut [u8]) {
        for (offset, run) in &self.0 {
            let start = usize::from(*offset);
            if let Some(place) = record.get_mut(start..start + run.len()) {
                place.copy_from_slice(run);
            }
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether any byte lies in `range`.
    pub fn touches(&self, range: std::ops::Range<usize>) -> bool {
        self.0.iter().any(|(offset, run)| {
            let start = usize::from(*offset);
            start < range.end && range.start < start + run.len()
        })
    }
}

/// What the author keeps about a record for the editor's sake.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EditorInfo {
    /// The folder that lists show it in; levels are parted by `/`.
    pub folder: Option<String>,
    /// A colour of the author's own, as `#RRGGBB`.
    pub colour: Option<String>,
    /// A note.
    pub note: Option<String>,
    /// Whether it is left out of the viewport.
    pub hidden: bool,
    /// Whether it is kept from being picked and moved in the viewport.
    pub locked: bool,
}

/// Keys that start with `x-`, each with its value as YAML on one line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Extra(
    /// Key and value.
    pub Vec<(String, String)>,
);

/// Declares the changes of a record: an enum with a variant a field, and how each is made.
macro_rules! changes {
    ($(#[$meta:meta])* $change:ident of $record:ident in $collection:ident {
        $($(#[$doc:meta])* $variant:ident($($field:ident).+: $ty:ty),)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum $change {
            $($(#[$doc])* $variant($ty),)*
            /// What the editor keeps about it.
            Editor(crate::EditorInfo),
            /// The bytes laid over what it compiles to.
            Raw(crate::RawBytes),
        }

        impl crate::Record for $record {
            const COLLECTION: crate::Collection = crate::Collection::$collection;
            type Change = $change;

            fn id(&self) -> &crate::Id<Self> {
                &self.id
            }

            fn set_id(&mut self, id: crate::Id<Self>) {
                self.id = id;
            }

            fn change(&mut self, change: $change) -> $change {
                match change {
                    $($change::$variant(value) => {
                        $change::$variant(std::mem::replace(&mut self.$($field).+, value))
                    })*
                    $change::Editor(value) => {
                        $change::Editor(std::mem::replace(&mut self.meta.editor, value))
                    }
                    $change::Raw(value) => {
                        $change::Raw(std::mem::replace(&mut self.meta.raw, value))
                    }
                }
            }

            fn meta(&self) -> &crate::Meta {
                &self.meta
            }
        }
    };
}
pub(crate) use changes;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_records_turns_one_into_the_other() {
        let compiled = [0, 0, 0, 0, 0, 0];
        let stored = [7, 0, 0, 8, 9, 0];
        let raw = RawBytes::difference(&compiled, &stored);
        assert_eq!(raw.0, BTreeMap::from([(0, vec![7]), (3, vec![8, 9])]));
        let mut bytes = compiled;
        raw.lay_over(&mut bytes);
        assert_eq!(bytes, stored);
        assert!(raw.touches(2..4) && !raw.touches(1..3) && !raw.touches(5..9));
        assert!(RawBytes::difference(&stored, &stored).is_empty());
    }

    #[test]
    fn bytes_past_the_record_are_left_out() {
        let mut bytes = [1, 2];
        RawBytes(BTreeMap::from([(1, vec![9, 9]), (40_000, vec![1])])).lay_over(&mut bytes);
        assert_eq!(bytes, [1, 2]);
    }
}
