//! Routines and the script language.
//!
//! A body's text is read ([`parse()`]) into statements ([`ast`]), names are found in the mission
//! around it ([`Scope`]), and the statements become instructions ([`lower()`]). [`lift()`] goes the
//! other way, from a routine's bytes to a text that gives them back. [`references`] and
//! [`rename_in_text`] find and change the names of a text, and [`assist`] answers what an editor asks
//! while one is typed.
//!
//! # The language
//!
//! One statement a line; a block is the deeper-indented lines under a line that ends in `:`, where a
//! space and a tab count alike; `#` starts a comment.
//!
//! | Statement | Does |
//! |---|---|
//! | `SetAI(sabres, fight, true, player)` | runs a command of the game |
//! | `call approach(reliant, 3)`, `spawn …` | runs a routine, and waits for it or not |
//! | `yield` | waits until the trigger fires again |
//! | `x = 1`, `flag[jump_ready] += 1`, `arg.speed /=. 2` | changes a global, a variable of the game, an argument |
//! | `if …:`, `else if …:`, `else:` | runs the first block whose condition is true |
//! | `random:`, under it `below 30:` and `else:` | one of several blocks, by a roll from 0 to 99 |
//! | `either:`, `or:` | the same with even odds |
//! | `return`, `return …` | leaves the routine; at its end 1 is returned |
//! | `pass` | nothing |
//! | `asm:` | instructions, a line each |
//!
//! Operators bind in this order, the loosest first: `or`; `and`; comparisons, `in` and `not in`, of
//! which one does not follow another without brackets; `+` and `-`; `*` and `/`. All but the
//! comparisons lean to the left. Both sides of `and` and `or` are always worked out. A dot behind an
//! operator makes it the float form.
//!
//! Values are numbers, `true`, `false`, `null`, `result`, `"text"`, names, `reliant.component(3)`,
//! `event.Killer`, `arg.speed` or `arg[0]`, `flag[name]`, `local[2]`, `percent(x, 30)`,
//! `last(ShotAt.Attacker, reliant)`, and a command whose result is wanted.
//!
//! - A hyphen belongs to a name where it touches a character of it on both sides: `a-b` is a name,
//!   `a - b` a difference.
//! - A keyword, and an id that would not read as one word, takes a prefix: `ship:if`, `group:`,
//!   `squad:`, `curve:`, `global:`, `routine:`. So does an id that several records bear.
//! - A `b` or `c` behind a number pushes it as a byte or as a constant; behind a hexadecimal one a
//!   `_` parts it from the digits: `5b`, `0x10_c`. Without either, the place and the [`CodeStyle`]
//!   decide.
//! - A quoted name is a display name where the place takes a record, and text elsewhere.
//! - An `asm:` block may stand among other statements; its labels are its own. A body that is one
//!   `asm:` block and nothing else is the whole routine: no return is added to it.

use serde::{Deserialize, Serialize};

use crate::ids::RoutineId;
use crate::record::{Meta, changes};

pub mod assist;
pub mod ast;
pub mod token;

mod asm;
mod expression;
mod lift;
mod literal;
mod lower;
mod parse;
mod print;
mod references;
mod resolve;
mod scope;

pub use expression::{compile_expression, rename_in_expression};
pub use lift::{Lifted, lift};
pub use lower::{Lowered, lower};
pub use parse::{Parsed, SyntaxProblem, parse};
pub use print::{expr_text, print};
pub use references::{TextReference, references, rename_in_text};
pub use scope::Scope;

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
        Self {
            text: text.into(),
            ..Self::default()
        }
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
