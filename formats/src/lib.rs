//! The bytes and text of StarLancer missions.
//!
//! This crate knows what a `.DTE` image holds, byte for byte: its directory and sections
//! ([`Image`]), its fixed-size records ([`records`]), its names ([`strings`]) and its script
//! ([`script`]). It carries the fact tables of the game's commands, conditions, orders, ship types
//! and pilots ([`catalogue`]), and the YAML of the author's source as a tree with positions and
//! comments ([`yaml`]).
//!
//! It leaves to others: files and windows, what an author means by a record, and what a script does
//! when it runs. Bytes and text come in, values and [`Warning`]s come out; an [`Error`] says in
//! which section, record and offset it arose.
//!
//! Facts are cited by the sheet and section that state them, such as "dte-format 2.3"; the README
//! names the public documentation behind the sheets.
//!
//! Start reading at [`Image::read`] and [`ImageBuilder`].
#![warn(missing_docs)]
// Input must never end the program.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod error;
mod warning;

pub mod bytes;
pub mod container;
pub mod records;
pub mod script;
pub mod sections;
pub mod strings;
pub mod tables;

pub mod catalogue;
pub mod yaml;

pub use container::{Entry, Image, ImageBuilder, MissionName};
pub use error::{Cause, Error, Place};
pub use sections::SectionId;
pub use tables::Tables;
pub use warning::{Oddity, Warning};

/// A value together with what was odd about the bytes that it was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct Read<T> {
    /// What was read.
    pub value: T,
    /// What a careful reader should hear about it; nothing here kept the value from being read.
    pub warnings: Vec<Warning>,
}
