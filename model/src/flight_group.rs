//! Flight groups.

use serde::{Deserialize, Serialize};

use crate::ids::FlightGroupId;
use crate::record::{Meta, changes};

/// A flight group (dte-format 2.4). Its ships name it, in the order in which they stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlightGroup {
    /// Its id.
    pub id: FlightGroupId,
    /// Its display name, by custom starting `(FG)`; `None` for none at all.
    pub name: Option<String>,
    /// Its wing: 0 the player's, 1 or 2.
    pub wing: Option<u8>,
    /// Object ID; `None` takes a free one.
    pub object_id: Option<u16>,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

impl FlightGroup {
    /// A group without ships, named like its id.
    pub fn new(id: FlightGroupId) -> Self {
        Self {
            name: Some(id.to_string()),
            id,
            wing: None,
            object_id: None,
            meta: Meta::default(),
        }
    }
}

changes! {
    /// A change of one field of a flight group.
    FlightGroupChange of FlightGroup in FlightGroups {
        /// Display name.
        Name(name: Option<String>),
        /// Wing.
        Wing(wing: Option<u8>),
        /// Object ID.
        ObjectId(object_id: Option<u16>),
    }
}
