//! Routines and the script language.

use serde::{Deserialize, Serialize};

use crate::ids::RoutineId;
use crate::record::{Meta, changes};

/// A routine: text in the script language under a name that others call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Routine {
    /// Its id, which `call` and `spawn` use.
    pub id: RoutineId,
    /// Its display name, by custom starting `(F)`; `None` for none at all.
    pub name: Option<String>,
    /// Whether it runs as the mission starts.
    pub start: bool,
    /// Whether it is a part of the script, which others can call; without that it is only a block
    /// that triggers share.
    pub part: bool,
    /// Names of its arguments, in the order in which callers push them.
    pub arguments: Vec<String>,
    /// What it does; `None` for a part without a block, whose call does nothing.
    pub body: Option<Body>,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

/// The text of a routine, and how it is compiled.
///
/// The text is the truth: it is what the source keeps, comments, spacing and all, even while it does
/// not parse.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The text.
    pub text: String,
    /// Which of two compilers' code it becomes.
    pub style: CodeStyle,
    /// Numbers that its constant table starts with, where their order cannot be told from the text.
    pub constants: Vec<u32>,
}

/// Which compiler's code a routine becomes. Both run alike; the bytes differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeStyle {
    /// As the shipped missions are compiled (dte-format 4.4).
    #[default]
    Shipped,
    /// As rules text is compiled (interop 1.5).
    Rules,
}

impl Routine {
    /// A part with an empty body, named like its id.
    pub fn new(id: RoutineId) -> Self {
        Self {
            name: Some(id.to_string()),
            id,
            start: false,
            part: true,
            arguments: Vec::new(),
            body: Some(Body::default()),
            meta: Meta::default(),
        }
    }
}

impl Body {
    /// A body in the shipped style.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

changes! {
    /// A change of one field of a routine.
    RoutineChange of Routine in Routines {
        /// Display name.
        Name(name: Option<String>),
        /// Whether it runs as the mission starts.
        Start(start: bool),
        /// Whether it is a part.
        Part(part: bool),
        /// Names of its arguments.
        Arguments(arguments: Vec<String>),
        /// Text.
        Body(body: Option<Body>),
    }
}
