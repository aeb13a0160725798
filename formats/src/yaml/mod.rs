//! The YAML of an author's mission source, as text.
//!
//! [`Document::parse`] makes a tree of [`Node`]s that know where in the text they stand.
//! [`MapReader`] reads a mapping key by key and tells of each key that the [`schema`] does not know.
//! [`Value`] is what is to be written; [`render`] writes it from nothing, in stable order, and
//! [`patch`] changes only those lines of an existing text that an author's edits mean, so that
//! comments and spacing survive.
//!
//! What the keys mean is for others to say.

mod node;
mod patch;
mod read;
pub mod schema;
mod value;
mod write;

pub use node::{Document, Node, NodeValue, Position, ScalarStyle, SyntaxError};
pub use patch::patch;
pub use read::{MapReader, Problem, parse_f32, parse_integer};
pub use value::{Scalar, Value};
pub use write::{inline, render};
