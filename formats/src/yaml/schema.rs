//! Which keys a mission source has, record by record, in the order in which they are written.
//!
//! A key that no list has is an error, unless it starts with `x-`, which is kept. What the keys mean
//! and which values they take is for the reader of the source to say; the README shows them.

/// The keys that a mapping may have.
#[derive(Debug, PartialEq, Eq)]
pub struct Schema {
    /// What the mapping is, for messages.
    pub name: &'static str,
    /// Its keys, in writing order.
    pub keys: &'static [&'static str],
}

impl Schema {
    /// What the mapping is, with its article.
    pub fn article(&self) -> String {
        let article = if self.name.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {}", self.name)
    }

    /// Where a key stands in writing order; unknown ones come last.
    pub fn rank(&self, key: &str) -> usize {
        self.keys
            .iter()
            .position(|known| *known == key)
            .unwrap_or(self.keys.len())
    }
}

/// Start of the keys that are kept without being understood.
pub const KEPT_PREFIX: &str = "x-";

macro_rules! schemas {
    ($($(#[$doc:meta])* $id:ident $name:literal: $($key:literal)*;)*) => {
        $($(#[$doc])* pub const $id: Schema = Schema { name: $name, keys: &[$($key),*] };)*
        /// Every schema.
        pub const ALL: &[&Schema] = &[$(&$id),*];
    };
}
schemas! {
    /// The file.
    SOURCE "mission source":
        "source" "mission" "globals" "flight_groups" "ships" "squads" "formations" "curves"
        "triggers" "routines" "objects" "command_flags" "sections" "residue" "editor";
    /// Under `mission`.
    MISSION "mission": "name" "number" "flags";
    /// An entry of `globals`.
    GLOBAL "global": "id" "name" "value" "raw" "editor";
    /// An entry of `flight_groups`.
    FLIGHT_GROUP "flight group": "id" "name" "wing" "object_id" "raw" "editor";
    /// An entry of `ships`.
    SHIP "ship":
        "id" "name" "kind" "flight_group" "pilot" "position" "rotation" "launch" "loadout"
        "formation_point" "marks" "object_id" "raw" "editor";
    /// A ship's `rotation`.
    ROTATION "rotation": "yaw" "pitch" "roll";
    /// A ship's `launch`.
    LAUNCH "launch": "from" "gate";
    /// A ship's `formation_point`.
    FORMATION_PLACE "formation point": "formation" "point";
    /// What a point `marks` on a curve.
    CURVE_MARK "mark": "curve" "at";
    /// An entry of `squads`.
    SQUAD "squad": "id" "members" "object_id" "raw" "editor";
    /// A member of a squad.
    MEMBER "member": "ship" "flight_group" "squad" "object" "component" "raw";
    /// An entry of `formations`.
    FORMATION "formation": "id" "name" "points" "raw" "editor";
    /// A point of a formation.
    POINT "formation point": "id" "at" "raw";
    /// An entry of `curves`.
    CURVE "curve": "id" "start" "end" "leaving" "arriving" "raw" "editor";
    /// An entry of `triggers`.
    TRIGGER "trigger":
        "id" "on" "component" "when" "with" "repeat" "armed" "deferred" "link" "routine" "style"
        "constants" "run" "raw" "editor";
    /// Whose trigger it is.
    SUBJECT "subject": "ship" "flight_group" "squad" "object";
    /// How often a trigger fires.
    COUNTED "repeat": "mode" "count" "refill";
    /// An entry of `routines`.
    ROUTINE "routine":
        "id" "name" "start" "part" "arguments" "style" "constants" "run" "raw" "editor";
    /// An entry of `objects`.
    OBJECT "object": "id" "raw";
    /// What the editor keeps about a record.
    EDITOR "editor": "folder" "colour" "note" "hidden" "locked";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_plain() {
        for schema in ALL {
            for (i, key) in schema.keys.iter().enumerate() {
                assert_eq!(schema.rank(key), i, "{}: {key}", schema.name);
                assert!(
                    key.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
                    "{key}"
                );
            }
        }
    }
}
