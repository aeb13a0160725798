//! Errors that say where they arose.

use std::fmt;

use crate::sections::SectionId;

/// Where in an image something is.
///
/// Every part is optional, as a fault in the directory belongs to no record, and a record that was
/// never read from a file has no offset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The section.
    pub section: Option<SectionId>,
    /// Index of the record in its section.
    pub record: Option<usize>,
    /// Byte offset from the start of the file.
    pub offset: Option<usize>,
}

impl Place {
    /// The place of a whole section.
    pub fn section(section: SectionId) -> Self {
        Self {
            section: Some(section),
            ..Self::default()
        }
    }

    /// The place of a byte of the file.
    pub fn offset(offset: usize) -> Self {
        Self {
            offset: Some(offset),
            ..Self::default()
        }
    }

    /// The same place, narrowed to a record of its section.
    pub fn record(self, record: usize) -> Self {
        Self {
            record: Some(record),
            ..self
        }
    }

    /// The same place, narrowed to a byte of the file.
    pub fn at(self, offset: usize) -> Self {
        Self {
            offset: Some(offset),
            ..self
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(section) = self.section {
            write!(f, "section {} ({})", section.number(), section.name())?;
            separator = ", ";
        }
        if let Some(record) = self.record {
            write!(f, "{separator}record {record}")?;
            separator = ", ";
        }
        if let Some(offset) = self.offset {
            write!(f, "{separator}offset 0x{offset:X}")?;
            separator = ", ";
        }
        if separator.is_empty() {
            write!(f, "the file")?;
        }
        Ok(())
    }
}

/// Why an image could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The file is shorter than the directory that every mission starts with.
    #[error(
        "the file has {len} bytes, and a mission starts with a directory of 216; \
         choose a whole .dte file"
    )]
    TooShort {
        /// Length of the file in bytes.
        len: usize,
    },
    /// The bytes are a compressed archive member, which the game never expands from a loose file.
    #[error(
        "the file is compressed (it starts with 10 FB), as inside an archive; \
         expand it before opening it, as the game does not"
    )]
    Compressed,
    /// A section in use does not lie inside the file.
    #[error(
        "{count} records of {stride} bytes from offset 0x{offset:X} end past the file, which has \
         {len} bytes; the file is cut short or its directory is damaged"
    )]
    SectionPastEnd {
        /// Records that the directory counts.
        count: usize,
        /// Bytes a record.
        stride: usize,
        /// Where the section starts.
        offset: usize,
        /// Length of the file in bytes.
        len: usize,
    },
    /// More records than a section has room for.
    #[error(
        "{count} records do not fit: the mission template has room for {capacity}; remove {over}",
        over = count.saturating_sub(*capacity)
    )]
    SectionFull {
        /// Records to write.
        count: usize,
        /// Records that fit.
        capacity: usize,
    },
    /// Bytes that are no whole number of a section's records.
    #[error("{len} bytes are no whole number of records of {stride} bytes")]
    PartialRecord {
        /// Bytes given.
        len: usize,
        /// Bytes a record.
        stride: usize,
    },
    /// The names of a mission need more bytes than the string pool has.
    #[error(
        "the names need {len} bytes and the string pool holds {capacity}; \
         shorten or reuse names by {over} bytes",
        over = len.saturating_sub(*capacity)
    )]
    PoolFull {
        /// Bytes that the names need, each with its NUL.
        len: usize,
        /// Bytes that fit.
        capacity: usize,
    },
    /// A name that the game's one-byte text cannot hold.
    #[error(
        "the name {name:?} holds {character:?}, which the game's one-byte text cannot; \
         use characters up to U+00FF and no NUL"
    )]
    NotOneByteText {
        /// The name.
        name: String,
        /// Its first character that does not fit.
        character: char,
    },
    /// The mission's own name is longer than its section's length field counts.
    #[error("the mission name has {len} bytes of UTF-8, and its section holds at most {max}")]
    MissionNameTooLong {
        /// Bytes of the name.
        len: usize,
        /// Bytes that fit.
        max: usize,
    },
    /// The image is longer than the game's buffer for it.
    #[error("the image has {len} bytes and the game reads at most {max}")]
    ImageTooLong {
        /// Bytes of the image.
        len: usize,
        /// Bytes that the game reads.
        max: usize,
    },
}

/// An image could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {cause}")]
pub struct Error {
    /// Where.
    pub place: Place,
    /// Why, and what to do about it.
    pub cause: Cause,
}

impl Cause {
    /// This cause at a place.
    pub fn at(self, place: Place) -> Error {
        Error { place, cause: self }
    }
}
