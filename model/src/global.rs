//! The script's globals.

use serde::{Deserialize, Serialize};

use crate::ids::GlobalId;
use crate::record::{Meta, changes};

/// A global (dte-format 2.2), which routines read and write.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Global {
    /// Its id, which routines call it by.
    pub id: GlobalId,
    /// Its display name, by custom starting `(GV)`; `None` for none at all.
    pub name: Option<String>,
    /// The value that it starts with.
    pub value: u32,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

impl Global {
    /// A global that starts at 0, named like its id.
    pub fn new(id: GlobalId) -> Self {
        Self {
            name: Some(id.to_string()),
            id,
            value: 0,
            meta: Meta::default(),
        }
    }
}

changes! {
    /// A change of one field of a global.
    GlobalChange of Global in Globals {
        /// Display name.
        Name(name: Option<String>),
        /// First value.
        Value(value: u32),
    }
}
